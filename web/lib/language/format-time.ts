import { spokenLocale } from '#contract/messages/spoken.ts'

/** Dates have a four-digit year, as on all screens (spec §9). */
const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
const time = { hour: 'numeric', minute: '2-digit', second: '2-digit' } as const

/** Returns date and time to the second in the user's format and the device's time zone; '' if invalid. */
export function dayAndTime(instant: string, timeZone?: string): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  const zone = timeZone ? { timeZone } : {}
  return new Intl.DateTimeFormat(spokenLocale(), { ...day, ...time, ...zone }).format(date)
}

/** Like `dayAndTime`, with the time zone, for lists of several surveys. */
export function dayTimeAndZone(instant: string): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  return new Intl.DateTimeFormat(spokenLocale(), { ...day, ...time, timeZoneName: 'short' }).format(date)
}

/** '10:42 AM', with the date if that is not today. */
export function shortTime(instant: string | Date, now = new Date()): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  const today = date.toDateString() === now.toDateString()
  return new Intl.DateTimeFormat(spokenLocale(), {
    ...(!today && { month: 'numeric', day: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
  }).format(date)
}
