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
