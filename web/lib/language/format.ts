import { limits } from '#contract/limits.ts'
import { spokenLocale } from '#contract/messages/spoken.ts'
import { isTimeZone } from '#contract/rules/days.ts'
import { t } from './translate.ts'

/** Shortens names over 12 characters to the first 10 and four dots (spec §9). */
export function cutName(name: string): string {
  const letters = [...name]
  return letters.length > limits.shownNameLength
    ? `${letters.slice(0, limits.cutNameLength).join('')}....`
    : name
}

export function isCut(name: string): boolean {
  return cutName(name) !== name
}

/** MM/DD/YYYY, in Spanish DD/MM/YYYY, in the device's time zone by default; '' if invalid. */
export function shortDate(instant: string, timeZone = ownTimeZone()): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  return new Intl.DateTimeFormat(spokenLocale(), {
    month: '2-digit',
    day: '2-digit',
    year: 'numeric',
    timeZone,
  }).format(date)
}

/** IANA name of the device's time zone. */
export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The device's time zone; null if it does not exist, as some devices report. */
export function knownTimeZone(): string | null {
  const own = ownTimeZone()
  return isTimeZone(own) ? own : null
}

/** Returns the survey's time zone, or the device's if unset or unknown to this browser. */
export function zoneOf(timeZone: string | null | undefined): string {
  return timeZone && isTimeZone(timeZone) ? timeZone : (knownTimeZone() ?? 'UTC')
}

/** MM/DD/YYYY in the survey's time zone. */
export function surveyDate(instant: string, timeZone: string | null | undefined): string {
  return shortDate(instant, zoneOf(timeZone))
}

/** 'YYYY-MM-DD' → 'DD-MM-YYYY', as the list's filter sends it. */
export function filterDate(day: string): string {
  return day.split('-').reverse().join('-')
}

/** Parses the server's progress text ('42% completed', 'Completed') into 0 to 100. */
export function progressPercent(progress: string): number {
  const share = /(\d{1,3})\s*%/.exec(progress)?.[1]
  if (share !== undefined) return Math.min(100, Number(share))
  return ['Completed', t('surveys.progressCompleted')].includes(progress) ? 100 : 0
}
