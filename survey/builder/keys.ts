import { limits } from '#contract/limits.ts'
import { cut } from '#contract/rules/plain-text.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { isKey } from '../logic/lexer.ts'

const longest = 60

/** Derives a readable key from a name: 'Number of outlets' → `number_of_outlets`. */
export function keyFrom(name: string, other: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
  const cut = [...words].slice(0, longest).join('').replace(/_+$/, '')
  const key = /^\p{N}/u.test(cut) ? `_${cut}` : cut
  return isKey(key) ? key : other
}

/**
 * Returns the key, or the key with the first free number: `floor`, `floor_2`, `floor_3`. Shortens a long key
 * to fit the number.
 */
export function uniqueKey(key: string, taken: ReadonlySet<string>): string {
  if (!taken.has(key)) return key
  for (let number = 2; ; number += 1) {
    const numbered = withEnding(key, `_${number}`)
    if (!taken.has(numbered)) return numbered
  }
}

/** Appends an ending and shortens the key to the maximum length. */
export function withEnding(key: string, ending: string): string {
  return cut(key, limits.formKeyMax - ending.length) + ending
}

/**
 * Returns the keys of all sections and fields. A key that is unique among them has one meaning everywhere.
 */
export function keysOf(form: FormDocument): ReadonlySet<string> {
  return new Set(form.sections.flatMap(({ key, fields }) => [key, ...fields.map((field) => field.key)]))
}

/** Whether the key still follows the name: it equals the suggestion, with or without a number. */
export function followsName(key: string, name: string, other: string): boolean {
  const suggested = keyFrom(name, other)
  return key === '' || key === suggested || (key.startsWith(`${suggested}_`) && /_\d+$/.test(key))
}
