import { spokenLocale } from '#contract/messages/spoken.ts'
import { shortDate } from './format.ts'

/** '10:42 AM' for today, with the date otherwise; '' if invalid. */
export function momentText(instant: string, now = new Date()): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  const clock = new Intl.DateTimeFormat(spokenLocale(), { hour: 'numeric', minute: '2-digit' }).format(date)
  const day = shortDate(instant)
  return day === shortDate(now.toISOString()) ? clock : `${day} ${clock}`
}
