/** The end of a local day ('YYYY-MM-DD') as an ISO time; null without a day. */
export function endOfDay(day: string): string | null {
  if (day === '') return null
  return new Date(`${day}T23:59:59.999`).toISOString()
}

/** Today's local date as 'YYYY-MM-DD'. */
export function dayOf(now: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** Whether the day is before today. A link may end today. */
export function isPast(day: string, now: Date): boolean {
  return day !== '' && day < dayOf(now)
}
