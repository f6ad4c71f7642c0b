/** Whether this runtime knows the time zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const minute = 60_000
/** The largest offset of any zone from UTC, in minutes. */
const furthest = 16 * 60

/**
 * Returns the first moment of a day ('YYYY-MM-DD', shifted by `days`) in a time zone. Not all days begin at
 * midnight (daylight saving), so the moment is searched for.
 */
export function startOfDay(date: string, timeZone: string, days = 0): Date {
  const utc = Date.parse(date) + days * 24 * 60 * minute
  const wanted = new Date(utc).toISOString().slice(0, 10)
  const dayAt = dayFormat(timeZone)
  let before = -furthest
  let from = furthest
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2)
    if (dayAt(utc + middle * minute) < wanted) before = middle
    else from = middle
  }
  return new Date(utc + from * minute)
}

function dayFormat(timeZone: string): (moment: number) => string {
  // The Swedish format is 'YYYY-MM-DD', which sorts.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return (moment) => format.format(moment)
}
