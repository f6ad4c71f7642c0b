import { limits } from '#contract/limits.ts'
import type { AnswerValue } from './fields/kind.ts'
import { sameAnswerValue } from './fields/registry.ts'

/** A value with its time. */
export interface DatedValue extends AnswerValue {
  /** By the author's clock; null = unknown. */
  readonly editedAt: string | null
  /** The source of an unchecked copy. Part of the value: clearing it is an edit. */
  readonly copiedFrom?: string | null
}

/** The properties of an answer that merging needs: an `Answer` or a server row. */
export interface Mergeable extends DatedValue {
  readonly revision: number
  /** The originally claimed `editedAt`, if stored; it breaks ties between equal times. */
  readonly sentAt?: string | null
}

/** An edit of one answer from a device. Without `editedAt` it counts as made now. */
export interface IncomingEdit extends DatedValue {
  /** The revision that the user saw; null = unknown. */
  readonly baseRevision: number | null
  /** The time of that revision's value, if it is no longer current. */
  readonly seenAt?: string | null
}

/** In a conflict, `lost` is the losing value, which goes to the history and is reported. */
export type AnswerMerge<Current> =
  | { readonly kind: 'unchanged' | 'applied'; readonly answer: Current }
  | {
      readonly kind: 'applied-with-conflict' | 'rejected-with-conflict'
      readonly answer: Current
      readonly lost: DatedValue
    }

/**
 * Merges an edit into an answer. An edit based on the current revision replaces it. Otherwise the two edits
 * conflict: the later one wins, in either order of arrival, and the other goes to the history as `lost`.
 * `seen` are the earlier arrivals of edits of this answer; replaying one of them changes nothing.
 */
export function mergeAnswer<Current extends Mergeable>(
  current: Current,
  incoming: IncomingEdit,
  now: string,
  seen: readonly DatedValue[] = [],
): AnswerMerge<Current> {
  if (seen.some((edit) => isReplay(edit, incoming))) return { kind: 'unchanged', answer: current }
  const editedAt = timeOf(current, incoming, now)
  if (sameContent(incoming, current)) {
    if (!isLaterEqualEdit(current, incoming, editedAt)) return { kind: 'unchanged', answer: current }
    return { kind: 'applied', answer: applied(current, incoming, editedAt) }
  }
  if (isPlainEdit(current, incoming)) return { kind: 'applied', answer: applied(current, incoming, editedAt) }
  if (currentWins(current, incoming, editedAt)) {
    return { kind: 'rejected-with-conflict', answer: current, lost: dated(incoming, editedAt) }
  }
  return {
    kind: 'applied-with-conflict',
    answer: applied(current, incoming, editedAt),
    lost: dated(current, current.editedAt),
  }
}

/**
 * Returns the effective time of an edit: never before the value it was based on, so a slow clock cannot make
 * it lose to that value. Depends only on the edit, not on the order of arrival.
 */
function timeOf(current: Mergeable, { editedAt, baseRevision, seenAt = null }: IncomingEdit, now: string) {
  const seen = baseRevision === current.revision ? current.editedAt : seenAt
  return laterOf(seen, trustedTime(editedAt, now))
}

/** A clock far ahead would win every conflict until that time. */
function trustedTime(claimed: string | null, now: string): string {
  if (claimed === null || Date.parse(claimed) > Date.parse(now) + limits.clockSkew) return now
  return claimed
}

/** Whether there is no current value, or the edit is based on it. */
function isPlainEdit(current: Mergeable, { baseRevision }: IncomingEdit): boolean {
  return current.editedAt === null || baseRevision === current.revision
}

/**
 * Whether the current value wins. Equal times are decided by text order, so the result doesn't depend on the
 * order of arrival.
 */
function currentWins(current: Mergeable, incoming: DatedValue, editedAt: string): boolean {
  const ahead = aheadOf(current, incoming, editedAt)
  return ahead === 0 ? asKey(current) > asKey(incoming) : ahead > 0
}

/** Returns how far the current value is ahead, by effective time and then by the authors' clocks. */
function aheadOf(current: Mergeable, incoming: DatedValue, editedAt: string): number {
  const ahead = Date.parse(current.editedAt ?? editedAt) - Date.parse(editedAt)
  if (ahead !== 0) return ahead
  return Date.parse(current.sentAt ?? editedAt) - Date.parse(incoming.editedAt ?? editedAt)
}

function applied<Current extends Mergeable>(
  current: Current,
  { value, values, copiedFrom = null }: DatedValue,
  editedAt: string,
): Current {
  return { ...current, value, values, copiedFrom, editedAt, revision: current.revision + 1 }
}

/**
 * Whether an equal value is a later, independent edit. It counts, or the result against a third device's edit
 * in between would depend on the order of arrival.
 */
function isLaterEqualEdit(current: Mergeable, incoming: IncomingEdit, editedAt: string): boolean {
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
  return Date.parse(a.editedAt) === Date.parse(b.editedAt) && sameContent(a, b)
}

function sameContent(a: DatedValue, b: DatedValue): boolean {
  return sameAnswerValue(a, b) && (a.copiedFrom ?? null) === (b.copiedFrom ?? null)
}

function asKey({ value, values, copiedFrom = null }: DatedValue): string {
  return JSON.stringify([value, values, copiedFrom])
}
