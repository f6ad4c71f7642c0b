import type { Texts } from './by-key.ts'
import type { MessageKey } from './catalogue.ts'
import { type Language, locales } from './language.ts'

/** Given by whoever speaks: `say.ts` gives all of English, the web app first what its first screen says. */
const texts = new Map<Language, Texts>()
let source: () => Language = () => 'en'

export function addTexts(language: Language, given: Texts): void {
  texts.set(language, given)
}

/** Who knows which language is spoken now: the server by the call that it answers, the web app by its device. */
export function setLanguageSource(next: () => Language): void {
  source = next
}

/** The language of this moment; English where the words of the wanted one are not at hand. */
export function spokenLanguage(): Language {
  const wanted = source()
  return texts.has(wanted) ? wanted : 'en'
}

/** For `Intl`: dates, numbers, plurals, order of names. */
export function spokenLocale(): string {
  return locales[spokenLanguage()]
}

let reads: () => readonly string[] = () => [spokenLanguage()]

/** Who knows what the reader of this moment wants to read forms in: more languages than the program speaks. */
export function setReaderSource(next: () => readonly string[]): void {
  reads = next
}

/** BCP 47 tags, the best first. */
export function readersLanguages(): readonly string[] {
  return reads()
}

let writesNumbers: () => string = spokenLocale

/** A device reads and writes numbers as its person does, whatever language the program speaks. */
export function setNumberLocale(next: () => string): void {
  writesNumbers = next
}

/** Whose decimal point and groups numbers in answers have. */
export function numberLocale(): string {
  return writesNumbers()
}

/** A sentence with its placeholders, in the language of this moment. */
export function textOf(key: MessageKey): string {
  return texts.get(spokenLanguage())?.get(key) ?? texts.get('en')?.get(key) ?? key
}

/** One value for each language, made when it is first asked for. */
export function perLanguage<T>(make: (locale: string) => T): () => T {
  const made = new Map<string, T>()
  return () => {
    const locale = spokenLocale()
    const known = made.get(locale) ?? make(locale)
    made.set(locale, known)
    return known
  }
}
