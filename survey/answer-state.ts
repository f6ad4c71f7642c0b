import { limits } from '#contract/limits.ts'
import { addConflict, type Conflict, conflictAfterEdit } from './conflict.ts'
import type { AnswerValue } from './fields/kind.ts'
import { sameAnswerValue } from './fields/registry.ts'

/** An answer on the server. */
export interface ServerAnswer extends AnswerValue {
  /** The server's counter. It only grows, unless the server was restored from a backup. */
  readonly revision: number
  readonly editedAt: string | null
  readonly copiedFrom: string | null
}

/** An answer entered on this device. Stored for a while after the server confirms it. */
export interface OwnAnswer extends AnswerValue {
  readonly editedAt: string
  /** The revision that this answer edits; after confirmation, the revision that the server assigned. */
  readonly baseRevision: number
  /** Absent in data from app versions without copying. */
  readonly copiedFrom?: string | null
  /** The outbox entry that sends it; '' = confirmed. */
  readonly entry: string
  /** The open conflict question from the server. */
  readonly conflict: Conflict | null
}

/** A device's knowledge of one answer. */
export interface AnswerState<Own extends OwnAnswer = OwnAnswer> {
  /** null = never received. */
  readonly server: ServerAnswer | null
  readonly own: Own | null
}

/** The user edited the answer on this device. `Own` may add stored properties. */
export interface Edited<Own extends OwnAnswer> {
  readonly kind: 'edited'
  /** `baseRevision`: the revision that the user saw. */
  readonly own: Omit<Own, 'conflict'>
  /** The remaining question; undefined = the user saw no question. */
  readonly conflict: Conflict | null | undefined
}

/** The server acknowledged an entry that contained the answer. */
export interface Acknowledged {
  readonly kind: 'acknowledged'
  readonly entry: string
  /** The sent value. */
  readonly sent: AnswerValue
  /** null = the server has no such answer. */
  readonly revision: number | null
  /** The value that won instead; null = the sent value. */
  readonly stands: AnswerValue | null
  readonly conflict: Conflict | null
}

/** The server's current answer arrived: in an event (`isWhole` false) or in a read of the whole survey. */
export interface Received {
  readonly kind: 'received'
  readonly server: ServerAnswer
  readonly isWhole: boolean
}

/** The server was restored from a backup that contains this answer; null = no answer. */
export interface RolledBack {
  readonly kind: 'rolled-back'
  readonly server: ServerAnswer | null
}

export type AnswerEvent<Own extends OwnAnswer> = Edited<Own> | Acknowledged | Received | RolledBack

/**
 * Applies an event to a device's knowledge of an answer, for any order of events. The only place that decides
 * which value is newer, which revision an edit is based on, and which questions stay open. Used for stored
 * answers and for the open survey.
 */
export function reduceAnswer<Own extends OwnAnswer>(
  state: AnswerState<Own>,
  event: Edited<Own>,
): AnswerState<Own> & { readonly own: Own }
export function reduceAnswer<Own extends OwnAnswer>(
  state: AnswerState<Own>,
  event: AnswerEvent<Own>,
): AnswerState<Own>
export function reduceAnswer<Own extends OwnAnswer>(
  state: AnswerState<Own>,
  event: AnswerEvent<Own>,
): AnswerState<Own> {
  switch (event.kind) {
    case 'edited':
      return { ...state, own: edited(state.own, event) }
    case 'acknowledged':
      return state.own ? { ...state, own: acknowledged(state.own, event) } : state
    case 'received':
      return received(state, event)
    case 'rolled-back':
      return rolledBack(state, event)
  }
}

/**
 * Returns the newest value that the server is known to have: received from it, or entered here and confirmed.
 */
export function confirmedAnswer({ server, own }: AnswerState): ServerAnswer | null {
  if (own?.entry !== '' || (server?.revision ?? 0) >= own.baseRevision) return server
  const { value, values, baseRevision: revision, editedAt, copiedFrom = null } = own
  return { value, values, revision, editedAt, copiedFrom }
}

/** Returns the stored answer, replaced by the server's if that is newer. */
export function withServer<Kept extends ServerAnswer>(kept: Kept, fresh: ServerAnswer): Kept {
  const { value, values, revision, editedAt, copiedFrom } = fresh
  const server = { value, values, revision, editedAt, copiedFrom }
  const latest = reduceAnswer(
    { server: kept, own: null },
    { kind: 'received', server, isWhole: false },
  ).server
  return latest === server ? { ...kept, ...server } : kept
}

/**
 * Returns the base revision for resending a known answer that a restored server lost. Returns null if the
 * server still has it or a successor. Returns 0 if the server's value was entered without seeing it; the
 * server then decides by time and asks the user.
 */
export function resendBase(known: ServerAnswer, there: ServerAnswer | null): number | null {
  if (!there) return 0
  if (sameContent(known, there)) return null
  const ahead = timeOf(known) - timeOf(there)
  if (ahead > 0) return there.revision
  // A slow clock can give two edits the same time; then the higher revision is later.
  if (known.revision <= there.revision) return null
  return ahead === 0 ? there.revision : 0
}

/** A new edit replaces the previous one. Its base is the previous one if the server has confirmed it. */
function edited<Own extends OwnAnswer>(before: Own | null, { own, conflict }: Edited<Own>): Own {
  const asked = conflict === undefined ? conflictAfterEdit(before?.conflict, own) : conflict
  const isUnseen = conflict === undefined && before?.entry === '' && before.conflict?.stands === 'other'
  // Another value won while this edit was being typed, so the user has not seen it.
  const baseRevision = isUnseen ? own.baseRevision : laterBase(before, own.baseRevision)
  // `Own` with its conflict replaced.
  return { ...own, baseRevision, conflict: asked } as unknown as Own
}

function laterBase(before: OwnAnswer | null, seen: number): number {
  return before?.entry ? before.baseRevision : Math.max(before?.baseRevision ?? 0, seen)
}

/** A newer edit stays unsent. It was based on the saved value, so its base moves to that revision. */
function acknowledged<Own extends OwnAnswer>(own: Own, event: Acknowledged): Own {
  const { revision, stands } = event
  if (own.entry === '') return acknowledgedElsewhere(own, event)
  const isLatest = own.entry === event.entry
  // The sent value lost. The server decides about the newer edit when it arrives.
  if (!isLatest && stands) return own
  const baseRevision = revision ?? own.baseRevision
  // The question stays open until the user chooses, even after further edits.
  const asked = openConflict(own, event)
  if (!isLatest)
    return { ...own, baseRevision, conflict: event.conflict ? conflictAfterEdit(asked, own) : asked }
  // `copiedFrom` belonged to the value that lost.
  const copiedFrom = stands ? null : (own.copiedFrom ?? null)
  return { ...own, ...stands, copiedFrom, baseRevision, entry: '', conflict: asked }
}

/** Another device's edit that this device sent, after its own edits were confirmed. */
function acknowledgedElsewhere<Own extends OwnAnswer>(own: Own, event: Acknowledged): Own {
  const { revision, stands, sent } = event
  const conflict = openConflict(own, event)
  if (revision === null || revision <= own.baseRevision) return { ...own, conflict }
  return { ...own, ...(stands ?? sent), copiedFrom: null, baseRevision: revision, conflict }
}

function openConflict({ conflict }: OwnAnswer, event: Acknowledged): Conflict | null {
  return event.conflict ? addConflict(conflict, event.conflict) : conflict
}

/** Revisions only grow, so events, replies and reads may arrive in any order. */
function received<Own extends OwnAnswer>(
  state: AnswerState<Own>,
  { server, isWhole }: Received,
): AnswerState<Own> {
  const latest = state.server && state.server.revision >= server.revision ? state.server : server
  return { server: latest, own: isWhole && isSuperseded(state.own, latest) ? null : state.own }
}

/** Whether the own answer is confirmed and adds nothing to the server's. */
function isSuperseded(own: OwnAnswer | null, server: ServerAnswer): boolean {
  return own !== null && own.entry === '' && !own.conflict && own.baseRevision <= server.revision
}

/** Old revisions are meaningless after a restore. An unsent edit was based on the server's previous value. */
function rolledBack<Own extends OwnAnswer>(
  state: AnswerState<Own>,
  { server }: RolledBack,
): AnswerState<Own> {
  const { own } = state
  if (!own) return { server, own }
  if (own.entry !== '') return { server, own: { ...own, baseRevision: waitingBase(state, own, server) } }
  // Open questions stay open.
  if (!own.conflict) return { server, own: null }
  return { server, own: { ...own, baseRevision: 0, conflict: { ...own.conflict, revision: 0 } } }
}

function waitingBase(state: AnswerState, own: OwnAnswer, there: ServerAnswer | null): number {
  if (there?.editedAt == null) return 0
  const known = confirmedAnswer(state)
  if (known?.editedAt == null) return own.baseRevision
  const lost = resendBase(known, there)
  if (lost !== null) return lost
  return sameContent(known, there) ? there.revision : own.baseRevision
}

function timeOf({ editedAt }: ServerAnswer): number {
  return Date.parse(editedAt ?? '')
}

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
  const editedAt = effectiveTime(current, incoming, now)
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
function effectiveTime(
  current: Mergeable,
  { editedAt, baseRevision, seenAt = null }: IncomingEdit,
  now: string,
) {
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
