import { spokenLocale } from '#contract/messages/spoken.ts'
import { currentSession } from '#web/lib/session.ts'

export const defaultLanguage = 'en-US'

/** What speech services commonly understand, as BCP 47 tags. */
const tags = [
  'ar-EG',
  'ar-SA',
  'bg-BG',
  'bn-IN',
  'ca-ES',
  'cs-CZ',
  'da-DK',
  'de-AT',
  'de-CH',
  'de-DE',
  'el-GR',
  'en-AU',
  'en-CA',
  'en-GB',
  'en-IE',
  'en-IN',
  'en-NZ',
  'en-US',
  'en-ZA',
  'es-AR',
  'es-CO',
  'es-ES',
  'es-MX',
  'es-US',
  'fi-FI',
  'fil-PH',
  'fr-CA',
  'fr-FR',
  'he-IL',
  'hi-IN',
  'hr-HR',
  'hu-HU',
  'id-ID',
  'it-IT',
  'ja-JP',
  'ko-KR',
  'ms-MY',
  'nb-NO',
  'nl-NL',
  'pl-PL',
  'pt-BR',
  'pt-PT',
  'ro-RO',
  'ru-RU',
  'sk-SK',
  'sl-SI',
  'sr-RS',
  'sv-SE',
  'ta-IN',
  'th-TH',
  'tr-TR',
  'uk-UA',
  'ur-PK',
  'vi-VN',
  'zh-CN',
  'zh-HK',
  'zh-TW',
] as const

export interface Language {
  readonly tag: string
  readonly name: string
}

/** By name, as a person looks for theirs. */
export function dictationLanguages(): readonly Language[] {
  const names = new Intl.DisplayNames([spokenLocale()], { type: 'language', languageDisplay: 'standard' })
  return tags
    .map((tag) => ({ tag, name: names.of(tag) ?? tag }))
    .sort((a, b) => a.name.localeCompare(b.name, spokenLocale()))
}

/** The account's choice on this device. */
export function dictationLanguage(): string {
  const chosen = read()
  return tags.find((tag) => tag === chosen) ?? defaultLanguage
}

export function chooseDictationLanguage(tag: string): void {
  try {
    localStorage.setItem(storageKey(), tag)
  } catch {
    // A browser that keeps nothing keeps no choice either.
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(storageKey())
  } catch {
    return null
  }
}

function storageKey(): string {
  return `dictation-language:${currentSession()?.userId ?? ''}`
}
