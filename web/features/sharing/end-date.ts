/** The last moment of a day ('YYYY-MM-DD') on this device, as the link's end; null without a day. */
export function endOfDay(day: string): string | null {
  if (day === '') return null
  return new Date(`${day}T23:59:59.999`).toISOString()
}

/** Today on this device, as a date field writes it. */
export function dayOf(now: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** A link that ends before it begins would help nobody; the same day still works. */
export function isPast(day: string, now: Date): boolean {
  return day !== '' && day < dayOf(now)
}
