import type { AnswerValue } from './fields/kind.ts'
import { combineAllAnswers, containsAnswer, sameAnswerValue } from './fields/registry.ts'
import type { TemplateField } from './template.ts'

/** Another device's answer. */
export interface OtherAnswer extends AnswerValue {
  /** Its author and time; '' and null = unknown. */
  readonly by: string
  readonly at: string | null
}

/**
 * An open question on a device: which answer to keep. `stands`: whose value is current, `own` from this
 * device or `other`, the last one that met it. Data from earlier app versions have only the first three
 * properties.
 */
export interface Conflict {
  readonly stands: 'own' | 'other'
  readonly own: AnswerValue
  readonly other: AnswerValue
  readonly otherBy?: string
  readonly otherAt?: string | null
  /** Earlier answers that lost to this device's, about which nobody else is asked. */
  readonly earlier?: readonly OtherAnswer[]
  /** The revision of the current value if it is the other one; a choice refers to it. */
  readonly revision?: number
  /** Whether the current value arrived after the question was shown. */
  readonly renewed?: boolean
}

/**
 * Adds another conflicting answer to an open question. Answers that lost before stay part of it. Answers
 * replaced by someone else are asked about on that person's device.
 */
export function addConflict(asked: Conflict | null | undefined, met: Conflict): Conflict {
  const earlier = gaveWay(asked).filter(
    (one) => !sameAnswerValue(one, met.own) && !sameAnswerValue(one, met.other),
  )
  return earlier.length > 0 ? { ...met, earlier } : met
}

/**
 * Returns the question after another user's later answer won. `own`: this device's last answer, if it was
 * current until now. Returns null if the new value equals the own one and no other answer is left.
 */
export function renewConflict(
  asked: Conflict,
  stands: OtherAnswer & { readonly revision: number },
  ownUntilNow: AnswerValue,
): Conflict | null {
  const { by: otherBy, at: otherAt, revision, value, values } = stands
  const { value: ownValue, values: ownValues } = asked.stands === 'own' ? ownUntilNow : asked.own
  const own = { value: ownValue, values: ownValues }
  const earlier = gaveWay(asked).filter((one) => !sameAnswerValue(one, own) && !sameAnswerValue(one, stands))
  const other = { value, values }
  if (sameAnswerValue(own, stands)) {
    const [last, ...rest] = earlier
    return last ? { ...asked, ...asOther(last), stands: 'own', own, earlier: rest, revision } : null
  }
  return { stands: 'other', own, other, otherBy, otherAt, earlier, revision, renewed: true }
}

/** Removes answers that the current value contains; null if nothing is left to ask. */
export function remainingConflict(field: TemplateField, asked: Conflict): Conflict | null {
  if (!asked.renewed || asked.stands === 'own') return asked
  const earlier = (asked.earlier ?? []).filter((one) => !containsAnswer(field, asked.other, one))
  const isContained = earlier.length === 0 && containsAnswer(field, asked.other, asked.own)
  return isContained ? null : { ...asked, earlier }
}

/**
 * Returns the question after the user edited the answer: drops other answers that now equal the user's; null
 * if none is left.
 */
export function conflictAfterEdit(asked: Conflict | null | undefined, now: AnswerValue): Conflict | null {
  if (asked?.stands !== 'own') return null
  const [last, ...earlier] = gaveWay(asked).filter((one) => !sameAnswerValue(one, now))
  if (!last) return null
  return { ...asked, ...asOther(last), ...(asked.earlier && { earlier }) }
}

/** The choices: the user's own answer, the others (latest first), and all of them combined. */
export interface Choices {
  readonly own: AnswerValue
  readonly others: readonly OtherAnswer[]
  /** null if they cannot be combined. */
  readonly all: AnswerValue | null
  /** The current revision at the time of choosing; later answers cause a new question. */
  readonly baseRevision: number
}

/** `now`: the displayed answer. */
export function conflictChoices(
  field: TemplateField,
  asked: Conflict,
  now: AnswerValue & { readonly revision: number },
): Choices {
  const isOwn = asked.stands === 'own'
  // The user may keep typing while the question is open, so the field's content is their own answer.
  const own = isOwn ? now : asked.own
  const others = [otherOf(asked), ...(asked.earlier ?? [])]
  const [last, ...earlier] = others
  const inOrder = last && asked.renewed && !isOwn ? [last, own, ...earlier] : [own, ...others]
  const baseRevision = isOwn ? now.revision : (asked.revision ?? now.revision)
  return { own, others, all: combineAllAnswers(field, inOrder), baseRevision }
}

/** Returns the answers that lost to this device's. */
function gaveWay(asked: Conflict | null | undefined): readonly OtherAnswer[] {
  if (!asked) return []
  return [...(asked.stands === 'own' ? [otherOf(asked)] : []), ...(asked.earlier ?? [])]
}

function asOther({ value, values, by, at }: OtherAnswer) {
  return { other: { value, values }, otherBy: by, otherAt: at }
}

function otherOf({ other, otherBy = '', otherAt = null }: Conflict): OtherAnswer {
  return { value: other.value, values: other.values, by: otherBy, at: otherAt }
}
