import type { FormDocument } from '#contract/templates/form-document.ts'

/** Deep equality of two documents, ignoring property order and outer whitespace. */
export function sameForm(one: FormDocument, other: FormDocument): boolean {
  return one === other || same(one, other)
}

function same(one: unknown, other: unknown): boolean {
  if (one === other) return true
  // The server trims text.
  if (typeof one === 'string' && typeof other === 'string') return one.trim() === other.trim()
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [first, second] = [entriesOf(one), entriesOf(other)]
  return first.size === second.size && [...first].every(([key, value]) => same(value, second.get(key)))
}

function entriesOf(item: object): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(item).filter(([, value]) => value !== undefined))
}
