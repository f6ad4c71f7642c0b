import { spokenLocale } from '#contract/messages/spoken.ts'
import { isTimeZone } from '#contract/rules/days.ts'

/** Returns a time zone that this runtime supports; UTC if it is unknown or not set. */
export function supportedZone(timeZone: string | null): string {
  return timeZone !== null && isTimeZone(timeZone) ? timeZone : 'UTC'
}

/** Returns the local date of an instant, 'YYYY-MM-DD'. */
export function dayIn(instant: string, timeZone: string | null): string {
  // The Swedish locale formats dates as 'YYYY-MM-DD'.
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone: supportedZone(timeZone),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(new Date(instant))
}

/** Returns the zone's common name in the current language, 'Pacific Time'; 'UTC' for UTC. */
export function zoneName(timeZone: string | null): string {
  const zone = supportedZone(timeZone)
  if (zone === 'UTC') return zone
  return (
    new Intl.DateTimeFormat(spokenLocale(), { timeZone: zone, timeZoneName: 'longGeneric' })
      .formatToParts()
      .find(({ type }) => type === 'timeZoneName')?.value ?? zone
  )
}

/** Cached: formatters are slow to create, and a large zip formats a time for each file. */
const clocks = new Map<string, Intl.DateTimeFormat>()
const clocksMost = 500

/** Returns year, month, day, hour, minute and second in a zone; empty for an invalid date. */
export function clockIn(moment: Date, timeZone: string | null): readonly number[] {
  if (Number.isNaN(moment.getTime())) return []
  const name = timeZone ?? 'UTC'
  const clock =
    clocks.get(name) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: supportedZone(timeZone),
      calendar: 'gregory',
      hourCycle: 'h23',
      ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    })
  if (clocks.size >= clocksMost) clocks.clear()
  clocks.set(name, clock)
  const parts = new Map(clock.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
  return (['year', 'month', 'day', 'hour', 'minute', 'second'] as const).map((part) => parts.get(part) ?? 0)
}

/** Returns 'YYYY-MM-DD HH:mm:ss' in a zone, which spreadsheets read and sort. */
export function clockText(moment: Date, timeZone: string | null): string {
  const [year = 0, ...rest] = clockIn(moment, timeZone)
  const [month, day, hour, minute, second] = rest.map((part) => String(part).padStart(2, '0'))
  return `${String(year).padStart(4, '0')}-${month}-${day} ${hour}:${minute}:${second}`
}

/**
 * Returns the instant of a local time 'YYYY-MM-DDTHH:mm:ss' in a zone. Returns either instant for an hour
 * that occurs twice, and a nearby one for a skipped hour.
 */
export function instantAt(clock: string, timeZone: string | null): Date {
  const said = Date.parse(`${clock}Z`)
  const ahead = (moment: number) =>
    Date.parse(`${clockText(new Date(moment), timeZone).replace(' ', 'T')}Z`) - moment
  const near = said - ahead(said)
  return new Date(said - ahead(near))
}
