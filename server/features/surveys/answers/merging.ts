import { v7 as newId } from 'uuid'
import type { Given } from '#survey/fields/kind.ts'
import { isMissing, sameGiven } from '#survey/fields/registry.ts'
import { deriveId } from '#survey/ids.ts'
import { type DatedValue, mergeAnswer } from '#survey/merge.ts'
import type { TemplateField } from '#survey/template.ts'
import type { AnswerChange, HistoryEntry, Recovered, SaveWrite, SeenEdit, SentMoment } from './data.ts'
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
}

interface Save {
  readonly accountId: string
  /** ISO 8601. */
  readonly now: string
  readonly seen: ReadonlyMap<string, readonly SeenEdit[]>
  readonly counts: (field: TemplateField) => boolean
}

/** Those whose earlier edits decide: the value was changed since the sender saw it, or the sender does not say. */
export function needHistory(named: readonly NamedAnswer[]): readonly SentMoment[] {
  return named.flatMap(({ stored, baseRevision, editedAt }) =>
    editedAt !== null && stored.editedAt !== null && baseRevision !== stored.revision
      ? { id: stored.id, sentAt: editedAt, baseRevision }
      : [],
  )
}

/** Brings the named answers, in their order, into what is stored. Pure: the same twice changes nothing more. */
export function settle(named: readonly NamedAnswer[], save: Save): Settled {
  const late = named.filter(({ stored }) => stored.subSectionDeleted)
  const merges = new Map<string, AnswerMerge>()
  for (const one of named) {
    if (one.stored.subSectionDeleted) continue
    const merge = merges.get(one.stored.id) ?? new AnswerMerge(one.stored, save)
    merges.set(one.stored.id, merge)
    merge.take(one)
  }
  const all = [...merges.values()]
  return {
    changes: all.filter((merge) => merge.changed).map(({ now }) => changeOf(now)),
    history: all.flatMap((merge) => merge.history),
    late: late.flatMap((one) => recoveredOf(one, save)),
    filled: all.reduce((sum, merge) => sum + merge.filled, 0),
    saved: all
      .filter((merge) => merge.stands)
      .map(({ now, builtOn }) => ({ id: now.id, revision: builtOn ?? now.revision })),
    conflicts: all.flatMap((merge) => merge.conflict ?? []),
    recovered: [...new Set(late.map(({ stored }) => stored.id))],
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
  /** When each value counts as given that somebody may have had in sight, by its revision. */
  private readonly given = new Map<number, string | null>()

  constructor(stored: StoredAnswer, save: Save) {
    this.now = stored
    this.before = stored
    this.save = save
    const arrived = save.seen.get(stored.id) ?? []
    for (const edit of [...arrived, sentValue(stored)]) this.seen.set(keyOf(edit), edit)
    for (const { revision, givenAt } of arrived) if (revision !== null) this.given.set(revision, givenAt)
    this.given.set(stored.revision, stored.editedAt)
  }

  take({ given, editedAt, baseRevision, copiedFrom }: NamedAnswer): void {
    if (!given) return
    const seenAt = this.given.get(baseRevision ?? 0) ?? null
    const sent = { ...given, editedAt, baseRevision, copiedFrom, seenAt }
    const before = this.now
    const key = keyOf(sent)
    const known = this.seen.get(key)
    const merged = mergeAnswer(before, sent, this.save.now, known ? [known] : [])
    this.seen.set(key, sent)
    if (merged.kind === 'taken' || merged.kind === 'taken-with-conflict') {
      if (before.editedAt !== null) this.history.push(replacedOf(before))
      this.now = { ...merged.answer, sentAt: editedAt, editedBy: this.save.accountId }
      this.given.set(this.now.revision, this.now.editedAt)
    }
    if (merged.kind === 'kept-with-conflict') {
      this.history.push(this.lostOf({ ...merged.lost, sentAt: editedAt }))
    }
    const isAnothers = merged.answer === before && !known && editedAt !== null && before.editedAt !== null
    this.builtOn = isAnothers ? baseRevision : null
    this.stands = sameGiven(given, this.now)
    if (!this.stands) this.conflict = conflictOf(this.now)
    // A copy's mark that gave way is nothing to ask a person about.
    else if (merged.kind === 'taken-with-conflict' && !sameGiven(before, this.now))
      this.conflict = conflictOf(before)
    else this.conflict = null
  }

  get changed(): boolean {
    return this.now !== this.before
  }

  get filled(): number {
    if (!this.save.counts(this.now.field)) return 0
    return Number(isMissing(this.before)) - Number(isMissing(this.now))
  }

  private lostOf(lost: DatedValue & { sentAt: string | null }): HistoryEntry {
    const { accountId, now } = this.save
    const entry = { ...this.now, ...lost, editedAt: lost.editedAt ?? now, editedBy: accountId }
    return { ...changeOf(entry), id: newId(), answer_id: this.now.id, outcome: 'lost' }
  }
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
    copied_from: answer.copiedFrom,
  }
}

function conflictOf({ id, value, values, revision, editedBy, editedAt }: StoredAnswer): Conflict {
  const given = { field_value: value, field_value_multiple: [...values] }
  return { id, ...given, revision, editorId: editedBy, edited_at: editedAt }
}

/** The same for the same value, so that it is recovered once, whichever way it came to be. */
export function recoveredId(answerId: string, { value, values }: Given): string {
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

function sentValue(stored: StoredAnswer): Given & DatedValue {
  const { value, values, copiedFrom, sentAt } = stored
  return { value, values, copiedFrom, editedAt: sentAt }
}
