/** Whether this program knows the zone; one that is newer than it, it does not. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const minute = 60_000
/** No zone is further from UTC, either way. */
const furthest = 16 * 60

/**
 * The first moment of a day ('YYYY-MM-DD', moved by `days`) in a time zone. Days do not all begin at midnight: where
 * the clock jumps over it they begin later, so the moment is searched for.
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
  // The Swedish form is 'YYYY-MM-DD', which sorts.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return (moment) => format.format(moment)
}
