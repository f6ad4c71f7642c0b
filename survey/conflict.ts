import type { AnswerValue } from './fields/kind.ts'
import { allOf, containsAnswer, sameAnswerValue } from './fields/registry.ts'
import type { TemplateField } from './template.ts'

/** An answer of another device. */
export interface OtherAnswer extends AnswerValue {
  /** Whose it is, and when it was given; '' and null where nobody knows. */
  readonly by: string
  readonly at: string | null
}

/**
 * A question that is open on a device: which answer stays. `stands`: whose value is the answer now; `own` was given
 * here, `other` met it last. Those of an earlier app have the first three alone.
 */
export interface Conflict {
  readonly stands: 'own' | 'other'
  readonly own: AnswerValue
  readonly other: AnswerValue
  readonly otherBy?: string
  readonly otherAt?: string | null
  /** Answers that gave way to those of this device before, and that nobody else is asked about. */
  readonly earlier?: readonly OtherAnswer[]
  /** That of what stands where it is the other; a choice names it. */
  readonly revision?: number
  /** What stands came after the question had been put. */
  readonly renewed?: boolean
}

/**
 * One more answer met those of this device while a question was open: what gave way before stays part of it. What only
 * stood, and was replaced by somebody else, is theirs to be asked about.
 */
export function metAgain(asked: Conflict | null | undefined, met: Conflict): Conflict {
  const earlier = gaveWay(asked).filter(
    (one) => !sameAnswerValue(one, met.own) && !sameAnswerValue(one, met.other),
  )
  return earlier.length > 0 ? { ...met, earlier } : met
}

/**
 * The open question once somebody's later answer stands, with which it came to the device. `own`: what was given here
 * last, where that stood until now. null where that stands again, and there is nothing else to ask.
 */
export function renewed(
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

/** The question without what needs no answer any more; null where what stands now says all that is asked about. */
export function leftToAsk(field: TemplateField, asked: Conflict): Conflict | null {
  if (!asked.renewed || asked.stands === 'own') return asked
  const earlier = (asked.earlier ?? []).filter((one) => !containsAnswer(field, asked.other, one))
  const isContained = earlier.length === 0 && containsAnswer(field, asked.other, asked.own)
  return isContained ? null : { ...asked, earlier }
}

/**
 * The question that is open after the person has typed on: the same one, without the answers that theirs is now equal
 * to; null where none is left.
 */
export function stillAsked(asked: Conflict | null | undefined, now: AnswerValue): Conflict | null {
  if (asked?.stands !== 'own') return null
  const [last, ...earlier] = gaveWay(asked).filter((one) => !sameAnswerValue(one, now))
  if (!last) return null
  return { ...asked, ...asOther(last), ...(asked.earlier && { earlier }) }
}

/** What a person chooses between: their own answer and the others, the last one first; and all of them as one. */
export interface Choices {
  readonly own: AnswerValue
  readonly others: readonly OtherAnswer[]
  /** null where there is no such thing. */
  readonly all: AnswerValue | null
  /** The revision that stood when it was chosen; an answer that has come since is asked about anew. */
  readonly baseRevision: number
}

/** `now`: the answer as it is shown. */
export function choicesOf(
  field: TemplateField,
  asked: Conflict,
  now: AnswerValue & { readonly revision: number },
): Choices {
  const isOwn = asked.stands === 'own'
  // Typing goes on while it is asked: what is in the field is the person's own answer.
  const own = isOwn ? now : asked.own
  const others = [otherOf(asked), ...(asked.earlier ?? [])]
  const [last, ...earlier] = others
  const inOrder = last && asked.renewed && !isOwn ? [last, own, ...earlier] : [own, ...others]
  const baseRevision = isOwn ? now.revision : (asked.revision ?? now.revision)
  return { own, others, all: allOf(field, inOrder), baseRevision }
}

/** The answers that gave way to those of this device. */
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
