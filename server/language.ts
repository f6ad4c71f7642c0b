import { AsyncLocalStorage } from 'node:async_hooks'
import { spanish } from '#contract/messages/es/catalogue.ts'
import { isLanguage, type Language, readsIn } from '#contract/messages/language.ts'
import {
  addTexts,
  readersLanguages,
  setLanguageSource,
  setReaderSource,
  spokenLanguage,
} from '#contract/messages/spoken.ts'

interface Spoken {
  readonly language: Language
  /** What the reader wants forms to be read in: a template may have more languages than the program. */
  readonly readsIn: readonly string[]
}

const spoken = new AsyncLocalStorage<Spoken>()

addTexts('es', spanish)
setLanguageSource(() => spoken.getStore()?.language ?? 'en')
setReaderSource(() => spoken.getStore()?.readsIn ?? [])

/**
 * Whatever `work` says, now or after any `await`, is said in this language: a mail to somebody, a report of
 * somebody's. A call itself speaks the language that its `accept-language` asks for (http/languages.ts).
 */
export function inLanguage<T>(language: Language, work: () => T): T {
  return spoken.run({ language, readsIn: [language] }, work)
}

/** The same for a reader who has said what else is read well, as a browser does. */
export function forReaderOf<T>(readsIn: readonly string[], language: Language, work: () => T): T {
  return spoken.run({ language, readsIn }, work)
}

/** As somebody reads it whose settings these are: in the language chosen there, else in what the call asks for. */
export function inLanguageOfReader<T>({ settings }: { readonly settings: unknown }, work: () => T): T {
  const language = chosenBy(settings) ?? spokenLanguage()
  return forReaderOf(readsIn(language, readersLanguages()), language, work)
}

/** The language that an account has chosen; English until it has. */
export function languageOf({ settings }: { readonly settings: unknown }): Language {
  return chosenBy(settings) ?? 'en'
}

function chosenBy(settings: unknown): Language | null {
  const chosen =
    typeof settings === 'object' && settings !== null && 'language' in settings && settings.language
  return isLanguage(chosen) ? chosen : null
}
