import { spokenLocale } from '#contract/messages/spoken.ts'
import { isTimeZone } from '#contract/rules/days.ts'

/** The zone of a survey as this program can reckon with it; UTC where nobody said one, or it knows none of that name. */
export function reckonedZone(timeZone: string | null): string {
  return timeZone !== null && isTimeZone(timeZone) ? timeZone : 'UTC'
}

/** 'YYYY-MM-DD' of an instant where a survey is. */
export function dayIn(instant: string, timeZone: string | null): string {
  // The Swedish form is 'YYYY-MM-DD'.
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone: reckonedZone(timeZone),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(new Date(instant))
}

/** 'Pacific Time', as people call it in the language of the moment; 'UTC' where it is that. */
export function zoneName(timeZone: string | null): string {
  const zone = reckonedZone(timeZone)
  if (zone === 'UTC') return zone
  return (
    new Intl.DateTimeFormat(spokenLocale(), { timeZone: zone, timeZoneName: 'longGeneric' })
      .formatToParts()
      .find(({ type }) => type === 'timeZoneName')?.value ?? zone
  )
}

/** They are dear to make, and a large zip asks for the time of each file. */
const clocks = new Map<string, Intl.DateTimeFormat>()
const clocksMost = 500

/** Year, month, day, hour, minute and second by the clock of a zone; nothing of what is no time. */
export function clockIn(moment: Date, timeZone: string | null): readonly number[] {
  if (Number.isNaN(moment.getTime())) return []
  const name = timeZone ?? 'UTC'
  const clock =
    clocks.get(name) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: reckonedZone(timeZone),
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

/** 'YYYY-MM-DD HH:mm:ss' by the clock of a zone, as spreadsheets read and sort it. */
export function clockText(moment: Date, timeZone: string | null): string {
  const [year = 0, ...rest] = clockIn(moment, timeZone)
  const [month, day, hour, minute, second] = rest.map((part) => String(part).padStart(2, '0'))
  return `${String(year).padStart(4, '0')}-${month}-${day} ${hour}:${minute}:${second}`
}

/**
 * The moment at which the clock of a zone said 'YYYY-MM-DDTHH:mm:ss'. Of an hour that came twice it is one of the two;
 * of one that was left out, a moment beside it.
 */
export function momentAt(clock: string, timeZone: string | null): Date {
  const said = Date.parse(`${clock}Z`)
  const ahead = (moment: number) =>
    Date.parse(`${clockText(new Date(moment), timeZone).replace(' ', 'T')}Z`) - moment
  const near = said - ahead(said)
  return new Date(said - ahead(near))
}
