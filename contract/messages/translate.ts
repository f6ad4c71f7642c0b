import { IntlMessageFormat } from 'intl-messageformat'
import { catalogue, type MessageKey } from './catalogue.ts'
import { addTexts, spokenLocale, textOf } from './spoken.ts'

addTexts('en', catalogue)

export type MessageValues = Readonly<Record<string, string | number>>

const formats = new Map<string, IntlMessageFormat>()

/** Returns the text of a key with its values, in the current language; plurals by ICU rules. */
export function t(key: MessageKey, values?: MessageValues): string {
  const text = textOf(key)
  if (!text.includes('{')) return text
  return String(formatOf(spokenLocale(), key, text).format(values))
}

function formatOf(locale: string, key: string, text: string): IntlMessageFormat {
  const name = `${locale} ${key}`
  const known = formats.get(name)
  if (known) return known
  const made = new IntlMessageFormat(text, locale)
  formats.set(name, made)
  return made
}
