import type { AnswerValue } from './fields/kind.ts'
import { containsAnswer, sameAnswerValue } from './fields/registry.ts'
import type { TemplateField } from './template.ts'

/** A previous value of an answer with its time. */
export interface EarlierValue extends AnswerValue {
  readonly at: string
  /** Whether it was never current, because a later value had already arrived. */
  readonly lost: boolean
}

/** Edits within this time count as continuous typing, in milliseconds. */
const sameBreath = 60_000

/**
 * Returns the previous values worth restoring, latest first. Answers are saved while they are typed, so
 * values that lead to the next one, or that result from deleting the previous one, are skipped. Each value
 * appears once, never the current one.
 */
export function restorableValues<Value extends EarlierValue>(
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

/** Whether one value was typed into the other, key by key. */
function isTypedOn(shorter: AnswerValue & { at: string }, longer: AnswerValue & { at: string }): boolean {
  if (Math.abs(Date.parse(longer.at) - Date.parse(shorter.at)) > sameBreath) return false
  return (
    longer.value.startsWith(shorter.value) && shorter.values.every((value) => longer.values.includes(value))
  )
}
