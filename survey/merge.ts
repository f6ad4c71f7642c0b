import { limits } from '#contract/limits.ts'
import type { AnswerValue } from './fields/kind.ts'
import { sameAnswerValue } from './fields/registry.ts'

/** A value and when it was given. */
export interface DatedValue extends AnswerValue {
  /** By the clock of who gave it; null = not known. */
  readonly editedAt: string | null
  /** The mark of a copy that nobody checked: it belongs to the value, and taking it away is an edit. */
  readonly copiedFrom?: string | null
}

/** What merging needs to know of an answer: an `Answer` is one, and so is a row of the server's. */
export interface Mergeable extends DatedValue {
  readonly revision: number
  /** `editedAt` as it was claimed, where that is kept: of two that count as of one moment, it tells the later. */
  readonly sentAt?: string | null
}

/** An edit of one answer as a device sent it. Without `editedAt` it counts as made now. */
export interface IncomingEdit extends DatedValue {
  /** The revision that the person saw when making the edit; null = nobody knows. */
  readonly baseRevision: number | null
  /** When the value of that revision was given, where it is not the current one any more. */
  readonly seenAt?: string | null
}

/** In a conflict, `lost` is the value that gave way: it goes to the history and is reported. */
export type Merged<Current> =
  | { readonly kind: 'unchanged' | 'taken'; readonly answer: Current }
  | {
      readonly kind: 'taken-with-conflict' | 'kept-with-conflict'
      readonly answer: Current
      readonly lost: DatedValue
    }

/**
 * Brings one edit into one answer. Whoever changed what they saw (`baseRevision` is the current one) simply
 * edits. Two who changed the same answer without seeing each other conflict: the later edit stands, whichever
 * arrives first, and the other value is `lost` to the history.
 *
 * `seen` are the edits of this answer that arrived before, as they were sent: one of them again changes nothing.
 */
export function mergeAnswer<Current extends Mergeable>(
  current: Current,
  incoming: IncomingEdit,
  now: string,
  seen: readonly DatedValue[] = [],
): Merged<Current> {
  if (seen.some((edit) => isReplay(edit, incoming))) return { kind: 'unchanged', answer: current }
  const editedAt = timeOf(current, incoming, now)
  if (sameWord(incoming, current)) {
    if (!isLaterWord(current, incoming, editedAt)) return { kind: 'unchanged', answer: current }
    return { kind: 'taken', answer: taken(current, incoming, editedAt) }
  }
  if (isPlainEdit(current, incoming)) return { kind: 'taken', answer: taken(current, incoming, editedAt) }
  if (stands(current, incoming, editedAt)) {
    return { kind: 'kept-with-conflict', answer: current, lost: dated(incoming, editedAt) }
  }
  return {
    kind: 'taken-with-conflict',
    answer: taken(current, incoming, editedAt),
    lost: dated(current, current.editedAt),
  }
}

/**
 * When an edit counts as made: never before the value that was seen when making it, whatever a slow clock says, so
 * that it is not outdone by what it changed. This follows from the edit alone and not from the order of arrival.
 */
function timeOf(current: Mergeable, { editedAt, baseRevision, seenAt = null }: IncomingEdit, now: string) {
  const seen = baseRevision === current.revision ? current.editedAt : seenAt
  return laterOf(seen, trustedTime(editedAt, now))
}

/** A clock too far ahead would win every conflict until its time comes. */
function trustedTime(claimed: string | null, now: string): string {
  if (claimed === null || Date.parse(claimed) > Date.parse(now) + limits.clockSkew) return now
  return claimed
}

/** Nothing to conflict with, or made with the current value in sight. */
function isPlainEdit(current: Mergeable, { baseRevision }: IncomingEdit): boolean {
  return current.editedAt === null || baseRevision === current.revision
}

/** Whether the current value is the later one. Of two of one moment the order of the texts decides, so that it is the
 * same for either order of arrival. */
function stands(current: Mergeable, incoming: DatedValue, editedAt: string): boolean {
  const ahead = aheadOf(current, incoming, editedAt)
  return ahead === 0 ? asKey(current) > asKey(incoming) : ahead > 0
}

/** How far the current value is ahead, by the time that both count as and then by the clocks of who gave them. */
function aheadOf(current: Mergeable, incoming: DatedValue, editedAt: string): number {
  const ahead = Date.parse(current.editedAt ?? editedAt) - Date.parse(editedAt)
  if (ahead !== 0) return ahead
  return Date.parse(current.sentAt ?? editedAt) - Date.parse(incoming.editedAt ?? editedAt)
}

function taken<Current extends Mergeable>(
  current: Current,
  { value, values, copiedFrom = null }: DatedValue,
  editedAt: string,
): Current {
  return { ...current, value, values, copiedFrom, editedAt, revision: current.revision + 1 }
}

/**
 * The same value, given later by someone who had not seen it. It counts: an edit by a third device from in
 * between would else beat this one, or not, depending on the order of arrival.
 */
function isLaterWord(current: Mergeable, incoming: IncomingEdit, editedAt: string): boolean {
  if (current.editedAt === null || incoming.editedAt === null) return false
  return incoming.baseRevision !== current.revision && aheadOf(current, incoming, editedAt) < 0
}

function laterOf(a: string | null, b: string): string {
  return a !== null && Date.parse(a) >= Date.parse(b) ? a : b
}

function dated({ value, values, copiedFrom = null }: DatedValue, editedAt: string | null): DatedValue {
  return { value, values, copiedFrom, editedAt }
}

function isReplay(a: DatedValue, b: DatedValue): boolean {
  if (a.editedAt === null || b.editedAt === null) return false
  return Date.parse(a.editedAt) === Date.parse(b.editedAt) && sameWord(a, b)
}

function sameWord(a: DatedValue, b: DatedValue): boolean {
  return sameAnswerValue(a, b) && (a.copiedFrom ?? null) === (b.copiedFrom ?? null)
}

function asKey({ value, values, copiedFrom = null }: DatedValue): string {
  return JSON.stringify([value, values, copiedFrom])
}
