import { AsyncLocalStorage } from 'node:async_hooks'
import { spanish } from '#contract/messages/es/catalogue.ts'
import { isLanguage, type Language, readsIn } from '#contract/messages/language.ts'
import { addTexts, setLanguageSource, setReaderSource, spokenLanguage } from '#contract/messages/spoken.ts'

/** Language preferences for forms: a template may have more languages than the program. */
interface Reading {
  /** Chosen for forms only; null = the same as everything else. */
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
 * Runs `work`, including after any `await`, in a language, for example that of a mail's recipient. A call
 * uses the language of its `accept-language` (http/request-language.ts).
 */
export function inLanguage<T>(language: Language, work: () => T): T {
  return spoken.run({ language, chosen: null, asked: [language] }, work)
}

/** Like `inLanguage`, with the reader's preferences for forms. */
export function forReaderOf<T>(reading: Reading, language: Language, work: () => T): T {
  return spoken.run({ ...reading, language }, work)
}

/** Runs `work` in the language of these settings, or else of the call. */
export function inLanguageOfReader<T>({ settings }: { readonly settings: unknown }, work: () => T): T {
  const { chosen, asked } = spoken.getStore() ?? nobody
  const language = chosenBy(settings) ?? spokenLanguage()
  return forReaderOf({ chosen, asked: readsIn(language, asked) }, language, work)
}

/** Returns the account's chosen language, or English. */
export function languageOf({ settings }: { readonly settings: unknown }): Language {
  return chosenBy(settings) ?? 'en'
}

function chosenBy(settings: unknown): Language | null {
  const chosen =
    typeof settings === 'object' && settings !== null && 'language' in settings && settings.language
  return isLanguage(chosen) ? chosen : null
}
