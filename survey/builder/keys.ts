import { limits } from '#contract/limits.ts'
import { cut } from '#contract/rules/plain-text.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { isKey } from '../logic/lexer.ts'

const longest = 60

/** A key as people would have chosen it: 'Number of outlets' is `number_of_outlets`. */
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

/** The key itself, or with the first free number: `floor`, `floor_2`, `floor_3`. A long key is cut to make room for it. */
export function uniqueKey(key: string, taken: ReadonlySet<string>): string {
  if (!taken.has(key)) return key
  for (let number = 2; ; number += 1) {
    const numbered = withEnding(key, `_${number}`)
    if (!taken.has(numbered)) return numbered
  }
}

/** The key with more behind it, no longer than a key may be. */
export function withEnding(key: string, ending: string): string {
  return cut(key, limits.formKeyMax - ending.length) + ending
}

/** Of sections and fields alike: a key that nobody else has means the same wherever it is used. */
export function keysOf(form: FormDocument): ReadonlySet<string> {
  return new Set(form.sections.flatMap(({ key, fields }) => [key, ...fields.map((field) => field.key)]))
}

/** Whether somebody left the key to the name: it is what the name suggests, with a number or without. */
export function followsName(key: string, name: string, other: string): boolean {
  const suggested = keyFrom(name, other)
  return key === '' || key === suggested || (key.startsWith(`${suggested}_`) && /_\d+$/.test(key))
}
