import { v7 as newId } from 'uuid'
import type { AnswerValue } from '#survey/fields/kind.ts'
import { isMissing, sameAnswerValue } from '#survey/fields/registry.ts'
import { deriveId } from '#survey/ids.ts'
import { type DatedValue, mergeAnswer } from '#survey/merge.ts'
import type { TemplateField } from '#survey/template.ts'
import { weightOfValue } from '../weight.ts'
import { sortContributions } from './contributions.ts'
import type { AnswerChange, HistoryEntry, Recovered, SaveWrite, SeenEdit, SentMoment } from './data.ts'
import { type KnownValue, neverGiven } from './known.ts'
import type { NamedAnswer, StoredAnswer } from './named.ts'

export interface Conflict {
  readonly id: string
  readonly field_value: string
  readonly field_value_multiple: string[]
  readonly revision: number
  /** Whose value it is, and when it was given. */
  readonly editorId: string | null
  readonly edited_at: string | null
}

/** What a save comes to: what to write, and what to tell. */
export interface Settled extends SaveWrite {
  readonly saved: { id: string; revision: number }[]
  readonly conflicts: Conflict[]
  readonly recovered: string[]
  /** Answers whose standing value the sender said itself, without being known to have it in sight. */
  readonly confirmed: readonly string[]
}

interface Save {
  readonly accountId: string
  readonly sessionId: string
  /** ISO 8601. */
  readonly now: string
  readonly seen: ReadonlyMap<string, readonly SeenEdit[]>
  /** What the session knows of answers whose revision it does not name. */
  readonly known: ReadonlyMap<string, KnownValue>
  readonly counts: (field: TemplateField) => boolean
  /** The sender only adds (`contributions.ts`). */
  readonly contributes: boolean
}

/** Those whose earlier edits decide: the value was changed since the sender saw it, or the sender does not say. */
export function needHistory(named: readonly NamedAnswer[]): readonly SentMoment[] {
  return named.flatMap(({ stored, baseRevision, editedAt }) =>
    stored.editedAt !== null &&
    baseRevision !== stored.revision &&
    (editedAt !== null || baseRevision !== null)
      ? { id: stored.id, sentAt: editedAt, baseRevision }
      : [],
  )
}

/** Brings the named answers, in their order, into what is stored. Pure: the same twice changes nothing more. */
export function settle(all: readonly NamedAnswer[], save: Save): Settled {
  const { named, proposed } = save.contributes ? sortContributions(all, save) : { named: all, proposed: [] }
  const late = [...named.filter(({ stored }) => stored.subSectionDeleted), ...proposed]
  const merges = new Map<string, AnswerMerge>()
  for (const one of named) {
    if (one.stored.subSectionDeleted) continue
    const merge = merges.get(one.stored.id) ?? new AnswerMerge(one.stored, save)
    merges.set(one.stored.id, merge)
    merge.take(one)
  }
  const merged = [...merges.values()]
  return {
    changes: merged.filter((merge) => merge.changed).map(({ now }) => changeOf(now)),
    history: merged.flatMap((merge) => merge.history),
    late: late.flatMap((one) => recoveredOf(one, save)),
    filled: merged.reduce((sum, merge) => sum + merge.filled, 0),
    bytes: merged.reduce((sum, merge) => sum + merge.bytes, 0),
    saved: merged
      .filter((merge) => merge.stands)
      .map(({ now, builtOn }) => ({ id: now.id, revision: builtOn ?? now.revision })),
    conflicts: merged.flatMap((merge) => merge.conflict ?? []),
    recovered: [...new Set(late.map(({ stored }) => stored.id))],
    confirmed: merged.filter((merge) => merge.confirmsStanding).map(({ now }) => now.id),
  }
}

/** One answer through a save; it may be named more than once. */
class AnswerMerge {
  now: StoredAnswer
  /** Whether what was sent last is what stands. */
  stands = true
  conflict: Conflict | null = null
  /**
   * What the sender's next words are built on where somebody else's same words stand: not on those, which nobody there
   * has seen, or what was typed before them would count as given after them.
   */
  builtOn: number | null = null
  readonly history: HistoryEntry[] = []
  private readonly before: StoredAnswer
  private readonly save: Save
  /** By moment and value: a save may name one answer thousands of times. */
  private readonly seen = new Map<string, DatedValue>()
  /** The values that somebody may have had in sight, by their revisions. */
  private readonly stood: Map<number, KnownValue>
  /** The revision that a sender has in sight who names none. */
  private inSight: number | null
  /** What was sent last is what stood before. */
  private sentSame = false

  constructor(stored: StoredAnswer, save: Save) {
    this.now = stored
    this.before = stored
    this.save = save
    this.stood = new Map([[0, neverGiven(stored.field)]])
    const arrived = save.seen.get(stored.id) ?? []
    for (const edit of [...arrived, sentValue(stored)]) this.seen.set(keyOf(edit), edit)
    for (const edit of arrived)
      if (edit.revision !== null) this.stood.set(edit.revision, { ...edit, revision: edit.revision })
    const known = save.known.get(stored.id)
    if (known) this.stood.set(known.revision, known)
    this.inSight = known?.revision ?? null
    this.stood.set(stored.revision, asKnown(stored))
  }

  take(named: NamedAnswer): void {
    const { given, editedAt } = named
    if (!given) return
    this.sentSame = sameAnswerValue(given, this.before)
    const baseRevision = named.baseRevision ?? (this.isFromHere(editedAt) ? this.inSight : null)
    const seenAt = this.stood.get(baseRevision ?? 0)?.givenAt ?? null
    const sent = { ...given, editedAt, baseRevision, copiedFrom: this.markOf(named), seenAt }
    const before = this.now
    const key = keyOf(sent)
    const known = editedAt === null ? undefined : this.seen.get(key)
    if (!known && this.comesAlong({ ...named, baseRevision: named.baseRevision ?? this.inSight })) return
    const merged = mergeAnswer(before, sent, this.save.now, known ? [known] : [])
    this.seen.set(key, sent)
    if (merged.kind === 'taken' || merged.kind === 'taken-with-conflict') {
      if (before.editedAt !== null || isBegun(before)) this.history.push(replacedOf(before))
      const { accountId: editedBy, sessionId: editedIn } = this.save
      this.now = { ...merged.answer, sentAt: editedAt, editedBy, editedIn, event: null }
      this.stood.set(this.now.revision, asKnown(this.now))
      this.inSight = this.now.revision
    }
    if (merged.kind === 'kept-with-conflict') {
      this.history.push(this.lostOf({ ...merged.lost, sentAt: editedAt }))
    }
    const isAnothers = merged.answer === before && !known && editedAt !== null && before.editedAt !== null
    this.builtOn = isAnothers ? named.baseRevision : null
    this.stands = sameAnswerValue(given, this.now)
    if (!this.stands) this.conflict = conflictOf(this.now)
    // A copy's mark that gave way is nothing to ask a person about.
    else if (merged.kind === 'taken-with-conflict' && !sameAnswerValue(before, this.now))
      this.conflict = conflictOf(before)
    else this.conflict = null
  }

  /** What somebody else gave, and the sender gives likewise: from here on it has that in sight. */
  get confirmsStanding(): boolean {
    const { id, editedAt, editedIn, revision } = this.before
    const isKnown = editedIn === this.save.sessionId || this.save.known.get(id)?.revision === revision
    return this.sentSame && !this.changed && editedAt !== null && !isKnown
  }

  get changed(): boolean {
    return this.now !== this.before
  }

  get filled(): number {
    if (!this.save.counts(this.now.field)) return 0
    return Number(isMissing(this.before)) - Number(isMissing(this.now))
  }

  /** What its value comes to now, less what it came to before. */
  get bytes(): number {
    return weightOfValue(this.now) - weightOfValue(this.before)
  }

  /**
   * A value that comes back as it was when the sender had it in sight, while another stands since: nobody gave it, it
   * only came along with the rest of its section. Told is where it stood; what stands instead only where the sender says
   * that somebody gave it at some other moment, as devices do that say no more than that.
   */
  private comesAlong({ given, edited, editedAt, baseRevision, copiedFrom }: NamedAnswer): boolean {
    if (!given || edited || baseRevision === null || baseRevision >= this.now.revision) return false
    const seen = this.stood.get(baseRevision)
    if (!seen || !sameAnswerValue(given, seen) || sameAnswerValue(given, this.now)) return false
    const isRead = editedAt === null || isMissing({ ...this.now, ...given }) || editedAt === seen.givenAt
    if (!isRead && copiedFrom !== (seen.copiedFrom ?? null)) return false
    this.stands = isRead
    this.builtOn = baseRevision
    this.conflict = isRead ? null : conflictOf(this.now)
    return true
  }

  /**
   * What a session has in sight now is what its words change, unless they were given at some time before, when it may
   * have been another: then time decides. Of the session's own words the later ones were given in sight of them.
   */
  private isFromHere(editedAt: string | null): boolean {
    if (editedAt === null) return true
    const isOwn = this.now.editedIn === this.save.sessionId
    return isOwn && Date.parse(editedAt) >= Date.parse(this.now.editedAt ?? editedAt)
  }

  /** Whoever says neither when the same value was given nor whence it is leaves the mark of a copy as it is. */
  private markOf({ given, editedAt, copiedFrom }: NamedAnswer): string | null {
    const says = copiedFrom !== null || editedAt !== null || !given || !sameAnswerValue(given, this.now)
    return says ? copiedFrom : (this.now.copiedFrom ?? null)
  }

  private lostOf(lost: DatedValue & { sentAt: string | null }): HistoryEntry {
    const { accountId: editedBy, sessionId: editedIn, now } = this.save
    const entry = { ...this.now, ...lost, editedAt: lost.editedAt ?? now, editedBy, editedIn }
    return { ...changeOf(entry), id: newId(), answer_id: this.now.id, outcome: 'lost' }
  }
}

function asKnown({ revision, value, values, editedAt, copiedFrom }: StoredAnswer): KnownValue {
  return { revision, value, values, givenAt: editedAt, copiedFrom }
}

/** It holds what its default came to, which nothing but its row knows: senders may have had that in sight. */
function isBegun({ field, editedAt, value, values }: StoredAnswer): boolean {
  return editedAt === null && field.defaultExpression !== undefined && (value !== '' || values.length > 0)
}

function replacedOf(stored: StoredAnswer): HistoryEntry {
  return { ...changeOf(stored), id: newId(), answer_id: stored.id, outcome: 'replaced' }
}

function changeOf(answer: StoredAnswer): AnswerChange {
  return {
    id: answer.id,
    value: answer.value,
    value_list: answer.values,
    revision: answer.revision,
    edited_at: answer.editedAt,
    sent_at: answer.sentAt,
    edited_by: answer.editedBy,
    edited_in: answer.editedIn,
    event: answer.event,
    copied_from: answer.copiedFrom,
  }
}

function conflictOf({ id, value, values, revision, editedBy, editedAt }: StoredAnswer): Conflict {
  const given = { field_value: value, field_value_multiple: [...values] }
  return { id, ...given, revision, editorId: editedBy, edited_at: editedAt }
}

/** The same for the same value, so that it is recovered once, whichever way it came to be. */
export function recoveredId(answerId: string, { value, values }: AnswerValue): string {
  return deriveId(answerId, JSON.stringify([value, values]))
}

/** An empty value says nothing that could be lost. */
function recoveredOf({ stored, given, editedAt }: NamedAnswer, { accountId, now }: Save): Recovered[] {
  if (!given || isMissing({ ...stored, ...given })) return []
  const id = recoveredId(stored.id, given)
  const value = { value: given.value, value_list: given.values }
  return [{ id, answer_id: stored.id, ...value, edited_at: editedAt ?? now, edited_by: accountId }]
}

/** Moments are all written alike: by this server, in UTC. */
function keyOf({ editedAt, value, values, copiedFrom = null }: DatedValue): string {
  return JSON.stringify([editedAt, value, values, copiedFrom])
}

function sentValue(stored: StoredAnswer): AnswerValue & DatedValue {
  const { value, values, copiedFrom, sentAt } = stored
  return { value, values, copiedFrom, editedAt: sentAt }
}
