/** The date where this device is, YYYY-MM-DD. */
export function today(now: Date = new Date()): string {
  const pad = (part: number, length: number) => String(part).padStart(length, '0')
  return `${pad(now.getFullYear(), 4)}-${pad(now.getMonth() + 1, 2)}-${pad(now.getDate(), 2)}`
}

const hour = 3_600_000

/** Every date that is today somewhere: clocks are between UTC-12 and UTC+14. */
export function todaysAround(now: Date): readonly string[] {
  const dates = [-12, 0, 14].map((offset) =>
    new Date(now.getTime() + offset * hour).toISOString().slice(0, 10),
  )
  return [...new Set(dates)]
}
