import type { AnswerValue } from './fields/kind.ts'
import { containsAnswer, sameAnswerValue } from './fields/registry.ts'
import type { TemplateField } from './template.ts'

/** A value that an answer had, and when it was given. */
export interface EarlierValue extends AnswerValue {
  readonly at: string
  /** It never stood: another one was already later. */
  readonly lost: boolean
}

/** Within so many milliseconds one goes on typing. */
const sameBreath = 60_000

/**
 * Of all values that an answer had, the last first, those that somebody may want back. An answer is saved while it is
 * typed: what the next value says too is only the way to it, and what the value before says is the way of deleting it.
 * Each once, and none that stands now.
 */
export function worthBringingBack<Value extends EarlierValue>(
  field: TemplateField,
  now: AnswerValue & { readonly editedAt: string | null },
  earlier: readonly Value[],
): readonly Value[] {
  const found: Value[] = []
  earlier.forEach((one, place) => {
    const next = earlier[place - 1] ?? { ...now, at: now.editedAt ?? '' }
    const before = earlier[place + 1]
    if (sameAnswerValue(one, now) || found.some((other) => sameAnswerValue(one, other))) return
    if (one.value === '' && one.values.length === 0) return
    const isWay = isTypedOn(one, next) || (before !== undefined && isTypedOn(one, before))
    if (one.lost || !(isWay || containsAnswer(field, next, one))) found.push(one)
  })
  return found
}

/** One value grew out of the other, key by key. */
function isTypedOn(shorter: AnswerValue & { at: string }, longer: AnswerValue & { at: string }): boolean {
  if (Math.abs(Date.parse(longer.at) - Date.parse(shorter.at)) > sameBreath) return false
  return (
    longer.value.startsWith(shorter.value) && shorter.values.every((value) => longer.values.includes(value))
  )
}
