import { spokenLocale } from '#contract/messages/spoken.ts'

/** Days have the year's four digits, as everywhere on the screens (spec §9). */
const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
const time = { hour: 'numeric', minute: '2-digit', second: '2-digit' } as const

/** Day and time to the second as the reader writes them, in the device's time zone; '' for what is no time. */
export function dayAndTime(instant: string, timeZone?: string): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  const zone = timeZone ? { timeZone } : {}
  return new Intl.DateTimeFormat(spokenLocale(), { ...day, ...time, ...zone }).format(date)
}

/** The same with whose clock that is, where moments of many surveys stand beside each other. */
export function dayTimeAndZone(instant: string): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  return new Intl.DateTimeFormat(spokenLocale(), { ...day, ...time, timeZoneName: 'short' }).format(date)
}

/** '10:42 AM'; with its day where that is not today's. */
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
