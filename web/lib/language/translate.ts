import type { MessageKey } from '#contract/messages/catalogue.ts'
import { perLanguage, textOf } from '#contract/messages/spoken.ts'

export type MessageValues = Readonly<Record<string, string | number>>

const plural = /\{(\w+), plural,((?:\s*(?:=\d+|\w+) \{(?:[^{}]|\{\w+\})*\})+)\s*\}/g
const branch = /(=\d+|\w+) \{((?:[^{}]|\{\w+\})*)\}/g
const rules = perLanguage((locale) => new Intl.PluralRules(locale))
const numbers = perLanguage((locale) => new Intl.NumberFormat(locale))

/**
 * Below this, English and Spanish pluralize and format alike (verified against `Intl` by the test). Loading
 * `Intl` data takes three frames on a slow phone and would delay the form's first heading.
 */
const many = 1_000

/**
 * Returns a key's message in this device's language with its values inserted. Supports only ICU names and
 * plurals with names in them, which is all that the catalogue uses; the full formatter is too large for the login page.
 * Call it while rendering, never at module load.
 */
export function t(key: MessageKey, values: MessageValues = {}): string {
  const text = textOf(key)
  if (!text.includes('{')) return text
  return fill(text, values)
}

/** Like `t`, without isolation characters, for a name that is stored. */
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

/** Keeps a Hebrew or Arabic name from reordering the sentence around it (U+2068 and U+2069 have no width). */
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
