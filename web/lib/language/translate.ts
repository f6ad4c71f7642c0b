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

export function fill(text: string, values: MessageValues): string {
  return text
    .replace(plural, (_, name: string, branches: string) => chosen(branches, Number(values[name])))
    .replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

function chosen(branches: string, count: number): string {
  const texts = new Map([...branches.matchAll(branch)].map((hit) => [hit[1], hit[2] ?? '']))
  const isFew = Number.isInteger(count) && count >= 0 && count < many
  const kind = isFew ? (count === 1 ? 'one' : 'other') : rules().select(count)
  const text = texts.get(`=${count}`) ?? texts.get(kind) ?? texts.get('other') ?? ''
  return text.replaceAll('#', () => (isFew ? String(count) : numbers().format(count)))
}
