import { catalogue, type MessageKey } from '#contract/messages/catalogue.ts'

export type MessageValues = Readonly<Record<string, string | number>>

const plural = /\{(\w+), plural,((?:\s*(?:=\d+|\w+) \{[^{}]*\})+)\s*\}/g
const branch = /(=\d+|\w+) \{([^{}]*)\}/g
const rules = new Intl.PluralRules('en-US')
const numbers = new Intl.NumberFormat('en-US')

/**
 * The sentence of a key with its values filled in. Understands names and plain plurals of the ICU
 * syntax, which is all that the catalogue uses (its test compares with the full formatter, which is
 * too heavy for a login page).
 */
export function say(key: MessageKey, values: MessageValues = {}): string {
  const text = catalogue.get(key) ?? key
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
  const text = texts.get(`=${count}`) ?? texts.get(rules.select(count)) ?? texts.get('other') ?? ''
  return text.replaceAll('#', numbers.format(count))
}
