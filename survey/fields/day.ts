import { spokenLanguage } from '#contract/messages/spoken.ts'

/** Formats 'YYYY-MM-DD' as MM/DD/YYYY (specification §9), in Spanish DD/MM/YYYY. */
export function dayText(day: string): string {
  const [year, month, date] = day.split('-')
  if (!date) return ''
  return spokenLanguage() === 'es' ? `${date}/${month}/${year}` : `${month}/${date}/${year}`
}

/** Formats '15:05' as '3:05 PM', in Spanish '3:05 p.m.'. */
export function clockText(clock: string): string {
  const [hours = '', minutes = ''] = clock.split(':')
  const hour = Number(hours)
  const [am, pm] = spokenLanguage() === 'es' ? ['a.m.', 'p.m.'] : ['AM', 'PM']
  return `${hour % 12 || 12}:${minutes} ${hour < 12 ? am : pm}`
}

/** Whether the text is a calendar date. Rejects years below 1000, which occur while a year is being typed. */
export function isDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** 'HH:mm' */
export function isClock(text: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)
}
