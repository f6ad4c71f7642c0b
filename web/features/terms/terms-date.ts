import { shortDate } from '#web/lib/language/format.ts'

/** The terms write their dates with hyphens: MM-DD-YYYY. */
export function termsDate(instant: string, timeZone?: string): string {
  return shortDate(instant, timeZone).replaceAll('/', '-')
}
