/** Local date as 'YYYY-MM-DD'. */
export function localDay(at: Date): string {
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** Local date and time as 'YYYY-MM-DDTHH:mm'. */
export function localMinute(at: Date): string {
  return `${localDay(at)}T${localClock(at)}`
}

/** Local time as 'HH:mm'. */
export function localClock(at: Date): string {
  return `${two(at.getHours())}:${two(at.getMinutes())}`
}

/** Local time with its UTC offset: '2026-11-21T15:04:09-05:00'. */
export function localMoment(at: Date): string {
  const minutes = -at.getTimezoneOffset()
  const distance = `${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
  return `${localMinute(at)}:${two(at.getSeconds())}${minutes < 0 ? '-' : '+'}${distance}`
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
