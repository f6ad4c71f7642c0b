import { AsyncLocalStorage } from 'node:async_hooks'
import { spanish } from '#contract/messages/es/catalogue.ts'
import { isLanguage, type Language } from '#contract/messages/language.ts'
import { addTexts, setLanguageSource } from '#contract/messages/spoken.ts'

const spoken = new AsyncLocalStorage<Language>()

addTexts('es', spanish)
setLanguageSource(() => spoken.getStore() ?? 'en')

/**
 * Whatever `work` says, now or after any `await`, is said in this language: a mail to somebody, a report of
 * somebody's. A call itself speaks the language that its `accept-language` asks for (http/languages.ts).
 */
export function inLanguage<T>(language: Language, work: () => T): T {
  return spoken.run(language, work)
}

/** The language that an account has chosen; English until it has. */
export function languageOf({ settings }: { readonly settings: unknown }): Language {
  const chosen =
    typeof settings === 'object' && settings !== null && 'language' in settings && settings.language
  return isLanguage(chosen) ? chosen : 'en'
}
