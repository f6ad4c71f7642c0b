import { shortDate } from '#web/lib/language/format.ts'

/** Formats a date of the terms as MM-DD-YYYY. */
export function termsDate(instant: string, timeZone?: string): string {
  return shortDate(instant, timeZone).replaceAll('/', '-')
}
