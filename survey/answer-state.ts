import { type Conflict, metAgain, stillAsked } from './conflict.ts'
import type { AnswerValue } from './fields/kind.ts'
import { sameAnswerValue } from './fields/registry.ts'

/** An answer as the server has it. */
export interface ServerAnswer extends AnswerValue {
  /** The server's counter; it only grows, unless the server's data were put back to an earlier copy. */
  readonly revision: number
  readonly editedAt: string | null
  readonly copiedFrom: string | null
}

/** What was given on this device. It stays for a while after the server has confirmed it. */
export interface OwnAnswer extends AnswerValue {
  readonly editedAt: string
  /** The revision that it is an edit of; once it is confirmed, the one that the server gave it. */
  readonly baseRevision: number
  /** Absent in what an app kept that had no copies yet. */
  readonly copiedFrom?: string | null
  /** What brings it to the server; '' = the server has confirmed it. */
  readonly entry: string
  /** What is to be asked of it, as the server put it. */
  readonly conflict: Conflict | null
}

/** All that a device knows of one answer. */
export interface AnswerState<Own extends OwnAnswer = OwnAnswer> {
  /** null = never told. */
  readonly server: ServerAnswer | null
  readonly own: Own | null
}

/** A person has given the answer on this device. `Own` is what is kept of it beside its value. */
export interface Edited<Own extends OwnAnswer> {
  readonly kind: 'edited'
  /** `baseRevision`: what the person saw. */
  readonly own: Omit<Own, 'conflict'>
  /** What is still to be asked; undefined = who gave it knew of no question. */
  readonly conflict: Conflict | null | undefined
}

/** The server has answered an entry that had the answer in it. */
export interface Acknowledged {
  readonly kind: 'acknowledged'
  readonly entry: string
  /** What was sent. */
  readonly sent: AnswerValue
  /** null = the server has no place for it. */
  readonly revision: number | null
  /** What stands there instead; null = what was sent. */
  readonly stands: AnswerValue | null
  readonly conflict: Conflict | null
}

/** The server has told what stands: in an event (`isWhole` false), or in a reading of the survey. */
export interface Received {
  readonly kind: 'received'
  readonly server: ServerAnswer
  readonly isWhole: boolean
}

/** The server's data were put back to an earlier copy, in which this stands; null = nothing. */
export interface RolledBack {
  readonly kind: 'rolled-back'
  readonly server: ServerAnswer | null
}

export type AnswerEvent<Own extends OwnAnswer> = Edited<Own> | Acknowledged | Received | RolledBack

/**
 * What a device knows of an answer after something came to it, in whichever order things come: the one place that decides
 * which of two is newer, what an edit is an edit of, and what is left to be asked. The store calls it for what it keeps,
 * an open survey for what it shows.
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
      return { ...state, own: given(state.own, event) }
    case 'acknowledged':
      return state.own ? { ...state, own: acknowledged(state.own, event) } : state
    case 'received':
      return received(state, event)
    case 'rolled-back':
      return rolledBack(state, event)
  }
}

/** The latest that the server is known to have: told by it, or given here and confirmed. */
export function confirmedAnswer({ server, own }: AnswerState): ServerAnswer | null {
  if (own?.entry !== '' || (server?.revision ?? 0) >= own.baseRevision) return server
  const { value, values, baseRevision: revision, editedAt, copiedFrom = null } = own
  return { value, values, revision, editedAt, copiedFrom }
}

/** What is kept of an answer, as the server has it where that is newer. */
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
 * The revision that what this device knew is an edit of, where a server whose data were put back does not have it any
 * more; null = it has, or has something that came after it. 0 = whoever gave what it has cannot have seen this one: then
 * the server decides by time and the person is asked, as of any two who did not see each other.
 */
export function lostBase(known: ServerAnswer, there: ServerAnswer | null): number | null {
  if (!there) return 0
  if (sameWord(known, there)) return null
  const ahead = momentOf(known) - momentOf(there)
  if (ahead > 0) return there.revision
  // A clock that is slow gives two edits the same moment: of those the revision tells the later.
  if (known.revision <= there.revision) return null
  return ahead === 0 ? there.revision : 0
}

/** What is given in place of earlier words has them as its base, if the server has taken them meanwhile. */
function given<Own extends OwnAnswer>(before: Own | null, { own, conflict }: Edited<Own>): Own {
  const asked = conflict === undefined ? stillAsked(before?.conflict, own) : conflict
  const isUnseen = conflict === undefined && before?.entry === '' && before.conflict?.stands === 'other'
  // What stands instead of earlier words came while these were on their way here: nobody has seen it.
  const baseRevision = isUnseen ? own.baseRevision : raised(before, own.baseRevision)
  // `Own` without its question, and the question.
  return { ...own, baseRevision, conflict: asked } as unknown as Own
}

function raised(before: OwnAnswer | null, seen: number): number {
  return before?.entry ? before.baseRevision : Math.max(before?.baseRevision ?? 0, seen)
}

/** Newer typing keeps waiting; it was built on what has just been saved, so its base moves up with it. */
function acknowledged<Own extends OwnAnswer>(own: Own, event: Acknowledged): Own {
  const { revision, stands } = event
  if (own.entry === '') return behind(own, event)
  const isLatest = own.entry === event.entry
  // Newer words wait behind those that gave way: the server decides about them when they come.
  if (!isLatest && stands) return own
  const baseRevision = revision ?? own.baseRevision
  // Asked until the person has chosen, whatever is typed and saved meanwhile.
  const asked = askedNow(own, event)
  if (!isLatest) return { ...own, baseRevision, conflict: event.conflict ? stillAsked(asked, own) : asked }
  // The mark of a copy belongs to the value that gave way.
  const copiedFrom = stands ? null : (own.copiedFrom ?? null)
  return { ...own, ...stands, copiedFrom, baseRevision, entry: '', conflict: asked }
}

/** Words that another device typed and this one sent, behind those of this one that are confirmed already. */
function behind<Own extends OwnAnswer>(own: Own, event: Acknowledged): Own {
  const { revision, stands, sent } = event
  const conflict = askedNow(own, event)
  if (revision === null || revision <= own.baseRevision) return { ...own, conflict }
  return { ...own, ...(stands ?? sent), copiedFrom: null, baseRevision: revision, conflict }
}

function askedNow({ conflict }: OwnAnswer, event: Acknowledged): Conflict | null {
  return event.conflict ? metAgain(conflict, event.conflict) : conflict
}

/** Revisions only grow, so events, replies and readings may come in any order. */
function received<Own extends OwnAnswer>(
  state: AnswerState<Own>,
  { server, isWhole }: Received,
): AnswerState<Own> {
  const latest = state.server && state.server.revision >= server.revision ? state.server : server
  return { server: latest, own: isWhole && isOver(state.own, latest) ? null : state.own }
}

/** It says nothing that the server's copy does not say. */
function isOver(own: OwnAnswer | null, server: ServerAnswer): boolean {
  return own !== null && own.entry === '' && !own.conflict && own.baseRevision <= server.revision
}

/** Revisions of before say nothing any more. What waits was given on top of what the server had. */
function rolledBack<Own extends OwnAnswer>(
  state: AnswerState<Own>,
  { server }: RolledBack,
): AnswerState<Own> {
  const { own } = state
  if (!own) return { server, own }
  if (own.entry !== '') return { server, own: { ...own, baseRevision: waitingBase(state, own, server) } }
  // What is still to be asked stays asked.
  if (!own.conflict) return { server, own: null }
  return { server, own: { ...own, baseRevision: 0, conflict: { ...own.conflict, revision: 0 } } }
}

function waitingBase(state: AnswerState, own: OwnAnswer, there: ServerAnswer | null): number {
  if (there?.editedAt == null) return 0
  const known = confirmedAnswer(state)
  if (known?.editedAt == null) return own.baseRevision
  const lost = lostBase(known, there)
  if (lost !== null) return lost
  return sameWord(known, there) ? there.revision : own.baseRevision
}

function sameWord(a: ServerAnswer, b: ServerAnswer): boolean {
  return sameAnswerValue(a, b) && a.copiedFrom === b.copiedFrom
}

function momentOf({ editedAt }: ServerAnswer): number {
  return Date.parse(editedAt ?? '')
}
