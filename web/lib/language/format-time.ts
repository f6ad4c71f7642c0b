import { spokenLocale } from '#contract/messages/spoken.ts'

/** Day and time to the second as the reader writes them, in the device's time zone; '' for what is no time. */
export function dayAndTime(instant: string, timeZone?: string): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  return new Intl.DateTimeFormat(spokenLocale(), {
    dateStyle: 'short',
    timeStyle: 'medium',
    ...(timeZone ? { timeZone } : {}),
  }).format(date)
}

/** The same with whose clock that is, where moments of many surveys stand beside each other. */
export function dayTimeAndZone(instant: string): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  return new Intl.DateTimeFormat(spokenLocale(), { dateStyle: 'short', timeStyle: 'long' }).format(date)
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
