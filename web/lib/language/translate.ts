import type { MessageKey } from '#contract/messages/catalogue.ts'
import { perLanguage, textOf } from '#contract/messages/spoken.ts'

export type MessageValues = Readonly<Record<string, string | number>>

const plural = /\{(\w+), plural,((?:\s*(?:=\d+|\w+) \{[^{}]*\})+)\s*\}/g
const branch = /(=\d+|\w+) \{([^{}]*)\}/g
const rules = perLanguage((locale) => new Intl.PluralRules(locale))
const numbers = perLanguage((locale) => new Intl.NumberFormat(locale))

/**
 * Below it English and Spanish count and write alike (its test asks `Intl`), whose data a slow phone loads for as long as
 * three frames: the form's first heading would wait for them.
 */
const many = 1_000

/**
 * The sentence of a key with its values filled in, in this device's language. Understands names and plain plurals
 * of the ICU syntax, which is all that the catalogue uses (its test compares with the full formatter, which is
 * too heavy for a login page). To be asked when a screen is drawn, never when a file is loaded.
 */
export function t(key: MessageKey, values: MessageValues = {}): string {
  const text = textOf(key)
  if (!text.includes('{')) return text
  return fill(text, values)
}

/** The same for a name that is stored: without the characters that isolate a value. */
export function storedText(key: MessageKey, values: MessageValues): string {
  return fill(textOf(key), values, (value) => value)
}

export function fill(text: string, values: MessageValues, write = isolated): string {
  return text
    .replace(plural, (_, name: string, branches: string) => chosen(branches, Number(values[name])))
    .replace(/\{(\w+)\}/g, (_, name: string) => write(String(values[name] ?? '')))
}

const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

/** Keeps a name in Hebrew or Arabic from reordering the sentence around it (U+2068 and U+2069 have no width). */
function isolated(value: string): string {
  return rightToLeft.test(value) ? `\u2068${value}\u2069` : value
}

function chosen(branches: string, count: number): string {
  const texts = new Map([...branches.matchAll(branch)].map((hit) => [hit[1], hit[2] ?? '']))
  const isFew = Number.isInteger(count) && count >= 0 && count < many
  const kind = isFew ? (count === 1 ? 'one' : 'other') : rules().select(count)
  const text = texts.get(`=${count}`) ?? texts.get(kind) ?? texts.get('other') ?? ''
  return text.replaceAll('#', () => (isFew ? String(count) : numbers().format(count)))
}
