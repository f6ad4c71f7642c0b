import { IntlMessageFormat } from 'intl-messageformat'
import type { Texts } from '#contract/messages/by-key.ts'
import { catalogue, type MessageKey } from '#contract/messages/catalogue.ts'
import { spanish } from '#contract/messages/es/catalogue.ts'
import { type Language, locales } from '#contract/messages/language.ts'
import type { MessageValues } from '#contract/messages/translate.ts'

const texts = { en: catalogue, es: spanish } as const satisfies Record<Language, Texts>

/** Returns a function for messages in a language, for journeys in several languages. */
export function wordsIn(language: Language) {
  return (key: MessageKey, values?: MessageValues): string =>
    String(new IntlMessageFormat(texts[language].get(key) ?? key, locales[language]).format(values))
}
