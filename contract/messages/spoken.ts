import type { Texts } from './by-key.ts'
import type { MessageKey } from './catalogue.ts'
import { type Language, locales } from './language.ts'

/** Loaded texts by language. `say.ts` loads all of English; the web app starts with its first screen's. */
const texts = new Map<Language, Texts>()
let source: () => Language = () => 'en'

export function addTexts(language: Language, given: Texts): void {
  texts.set(language, given)
}

/** Sets the source of the current language: the call on the server, the device in the app. */
export function setLanguageSource(next: () => Language): void {
  source = next
}

/** Returns the current language, or English until its texts are loaded. */
export function spokenLanguage(): Language {
  const wanted = source()
  return texts.has(wanted) ? wanted : 'en'
}

/** Returns the locale for `Intl`: dates, numbers, plurals, order of names. */
export function spokenLocale(): string {
  return locales[spokenLanguage()]
}

let reads: () => readonly string[] = () => [spokenLanguage()]

/** Sets the source of the reader's languages for forms, which may be others than the program's. */
export function setReaderSource(next: () => readonly string[]): void {
  reads = next
}

/** Returns BCP 47 tags, the best first. */
export function readersLanguages(): readonly string[] {
  return reads()
}

let writesNumbers: () => string = spokenLocale

/**
 * Sets the source of the locale for numbers. On a device it is the user's, independent of the program's
 * language.
 */
export function setNumberLocale(next: () => string): void {
  writesNumbers = next
}

/** Returns the locale whose decimal point and grouping numbers in answers use. */
export function numberLocale(): string {
  return writesNumbers()
}

/** Returns a text with its placeholders in the current language. */
export function textOf(key: MessageKey): string {
  return texts.get(spokenLanguage())?.get(key) ?? texts.get('en')?.get(key) ?? key
}

/** Returns a function that caches one value per language. */
export function perLanguage<T>(make: (locale: string) => T): () => T {
  const made = new Map<string, T>()
  return () => {
    const locale = spokenLocale()
    const known = made.get(locale) ?? make(locale)
    made.set(locale, known)
    return known
  }
}
