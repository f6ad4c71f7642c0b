import { spokenLanguage } from '#contract/messages/spoken.ts'

/** MM/DD/YYYY (spec §9), in Spanish DD/MM/YYYY, of 'YYYY-MM-DD'. */
export function dayText(day: string): string {
  const [year, month, date] = day.split('-')
  if (!date) return ''
  return spokenLanguage() === 'es' ? `${date}/${month}/${year}` : `${month}/${date}/${year}`
}

/** '3:05 PM', in Spanish '3:05 p.m.', of '15:05'. */
export function clockText(clock: string): string {
  const [hours = '', minutes = ''] = clock.split(':')
  const hour = Number(hours)
  const [am, pm] = spokenLanguage() === 'es' ? ['a.m.', 'p.m.'] : ['AM', 'PM']
  return `${hour % 12 || 12}:${minutes} ${hour < 12 ? am : pm}`
}

/** A day of the calendar. A year below 1000 is one that somebody is still typing. */
export function isDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** 'HH:mm' */
export function isClock(text: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)
}
