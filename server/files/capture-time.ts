const written = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)$/
const day = 86_400_000

/**
 * Returns the time a picture was taken, from its clock (`2026-05-01T10:20:30`) and its offset from UTC
 * (`+02:00` or `Z`; '' if unknown, the time is then local).
 * Returns null if there is no such time, if the clock was never set, or if it is more than a day in the future:
 * no time is better than a wrong one.
 */
export function captureTime(clock: string, offset: string): string | null {
  const parts = written.exec(clock)
  const minutes = offsetMinutes(offset)
  const asUtc = Date.parse(`${clock}Z`)
  if (!parts || minutes === null || Number.isNaN(asUtc)) return null
  // The parser turns February 31 into March 3.
  if (new Date(asUtc).toISOString().slice(0, 19) !== clock) return null
  if (neverSet(clock) || asUtc - minutes * 60_000 > Date.now() + day) return null
  return clock + offset
}

/**
 * Clocks without a battery start in 1904, 1970, 1980 or at midnight of some January 1; many run on from 2000.
 */
function neverSet(clock: string): boolean {
  return clock < '1990' || clock.endsWith('-01-01T00:00:00') || clock.startsWith('2000-01-01')
}

/** Offsets in use range from -12:00 to +14:00. */
function offsetMinutes(offset: string): number | null {
  if (offset === '' || offset === 'Z') return 0
  const [, sign, hours, minutes] = /^([+-])(\d\d):([0-5]\d)$/.exec(offset) ?? []
  if (sign === undefined) return null
  const total = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  return total >= -12 * 60 && total <= 14 * 60 ? total : null
}
