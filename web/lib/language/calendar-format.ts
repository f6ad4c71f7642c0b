import 'dayjs/locale/es'
import { spokenLanguage } from '#contract/messages/spoken.ts'

/** Returns the calendar's format. Weeks start on Sunday in the US and in most of Latin America. */
export function calendarFormat() {
  const spanish = spokenLanguage() === 'es'
  return {
    locale: spanish ? 'es' : 'en',
    valueFormat: spanish ? 'DD/MM/YYYY' : 'MM/DD/YYYY',
    firstDayOfWeek: 0,
  } as const
}
