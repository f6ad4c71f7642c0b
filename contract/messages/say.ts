import { IntlMessageFormat } from 'intl-messageformat'
import { catalogue, type MessageKey } from './catalogue.ts'

export type MessageValues = Readonly<Record<string, string | number>>

const formats = new Map<string, IntlMessageFormat>()

/** The sentence of a key with its values filled in; plurals and numbers by ICU rules. */
export function say(key: MessageKey, values?: MessageValues): string {
  const text = catalogue.get(key) ?? key
  if (!text.includes('{')) return text
  return String(formatOf(key, text).format(values))
}

function formatOf(key: string, text: string): IntlMessageFormat {
  const known = formats.get(key)
  if (known) return known
  const made = new IntlMessageFormat(text, 'en-US')
  formats.set(key, made)
  return made
}
