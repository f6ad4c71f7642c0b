import 'dayjs/locale/es'
import { spokenLanguage } from '#contract/messages/spoken.ts'

/**
 * How a calendar looks. The week of those who write MM/DD/YYYY begins on Sunday; so it does in the calendars of most
 * of Latin America.
 */
export function datesBySpoken() {
  const spanish = spokenLanguage() === 'es'
  return {
    locale: spanish ? 'es' : 'en',
    valueFormat: spanish ? 'DD/MM/YYYY' : 'MM/DD/YYYY',
    firstDayOfWeek: 0,
  } as const
}
