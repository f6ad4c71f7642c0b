import { AsyncLocalStorage } from 'node:async_hooks'
import { spanish } from '#contract/messages/es/catalogue.ts'
import { isLanguage, type Language, readsIn } from '#contract/messages/language.ts'
import { addTexts, setLanguageSource, setReaderSource, spokenLanguage } from '#contract/messages/spoken.ts'

/** What somebody wants to read forms in: a template may have more languages than the program. */
interface Reading {
  /** For forms alone; null = as everything else. */
  readonly chosen: string | null
  /** BCP 47 tags, the best first. */
  readonly asked: readonly string[]
}

interface Spoken extends Reading {
  readonly language: Language
}

const spoken = new AsyncLocalStorage<Spoken>()
const nobody: Reading = { chosen: null, asked: [] }

addTexts('es', spanish)
setLanguageSource(() => spoken.getStore()?.language ?? 'en')
setReaderSource(() => {
  const { chosen, asked } = spoken.getStore() ?? nobody
  return chosen === null ? asked : [chosen, ...asked]
})

/**
 * Whatever `work` says, now or after any `await`, is said in this language: a mail to somebody, a report of
 * somebody's. A call itself speaks the language that its `accept-language` asks for (http/request-language.ts).
 */
export function inLanguage<T>(language: Language, work: () => T): T {
  return spoken.run({ language, chosen: null, asked: [language] }, work)
}

/** The same for a reader who has said what forms are to be read in. */
export function forReaderOf<T>(reading: Reading, language: Language, work: () => T): T {
  return spoken.run({ ...reading, language }, work)
}

/** As somebody reads it whose settings these are: in the language chosen there, else in what the call asks for. */
export function inLanguageOfReader<T>({ settings }: { readonly settings: unknown }, work: () => T): T {
  const { chosen, asked } = spoken.getStore() ?? nobody
  const language = chosenBy(settings) ?? spokenLanguage()
  return forReaderOf({ chosen, asked: readsIn(language, asked) }, language, work)
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
