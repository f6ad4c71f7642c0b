import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Db } from '#server/context.ts'
import { type DatedValue, mergeAnswer } from '#survey/answer-state.ts'
import { initialAnswerValue } from '#survey/default-value.ts'
import type { AnswerValue } from '#survey/fields/kind.ts'
import { isMissing, sameAnswerValue } from '#survey/fields/registry.ts'
import { deriveId } from '#survey/ids.ts'
import type { TemplateField } from '#survey/template.ts'
import { sizeOfValue } from '../data.ts'
import { sortContributions } from './contributions.ts'
import type { NamedAnswer, SeenEdit, SentMoment, StoredAnswer } from './load.ts'
import type { AnswerChange, HistoryEntry, Recovered, SaveWrite } from './save.ts'

export interface Conflict {
  readonly id: string
  readonly field_value: string
  readonly field_value_multiple: string[]
  readonly revision: number
  /** Author and time of the current value. */
  readonly editorId: string | null
  readonly edited_at: string | null
}

/** The result of a merge: what to write and what to return. */
export interface MergeResult extends SaveWrite {
  readonly saved: { id: string; revision: number }[]
  readonly conflicts: Conflict[]
  readonly recovered: string[]
  /** Answers whose current value the sender sent too, although it is not known to have seen it. */
  readonly confirmed: readonly string[]
}

interface Save {
  readonly accountId: string
  readonly sessionId: string
  /** ISO 8601. */
  readonly now: string
  readonly seen: ReadonlyMap<string, readonly SeenEdit[]>
  /** Values that the session has seen, for answers sent without a revision. */
  readonly known: ReadonlyMap<string, SessionValue>
  readonly counts: (field: TemplateField) => boolean
  /** The sender may only contribute (`contributions.ts`). */
  readonly contributes: boolean
}

/**
 * Returns edits that need the history: the value has changed since the sender saw it, or the sender names no
 * revision.
 */
export function editsNeedingHistory(named: readonly NamedAnswer[]): readonly SentMoment[] {
  return named.flatMap(({ stored, baseRevision, editedAt }) =>
    stored.editedAt !== null &&
    baseRevision !== stored.revision &&
    (editedAt !== null || baseRevision !== null)
      ? { id: stored.id, sentAt: editedAt, baseRevision }
      : [],
  )
}

/** Merges the named answers into the stored ones, in order. Pure; repeating it changes nothing. */
export function resolveMerge(all: readonly NamedAnswer[], save: Save): MergeResult {
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

/** The merge of one answer, which a save may name more than once. */
class AnswerMerge {
  now: StoredAnswer
  /** Whether the last sent value is the current one. */
  stands = true
  conflict: Conflict | null = null
  /**
   * Base revision for the sender's next edit when another user already saved the same value. Keep the sender's
   * own base: this device never displayed the other revision, so older edits must not look newer.
   */
  builtOn: number | null = null
  readonly history: HistoryEntry[] = []
  private readonly before: StoredAnswer
  private readonly save: Save
  /** Keyed by time and value, since a save may name one answer thousands of times. */
  private readonly seen = new Map<string, DatedValue>()
  /** Values that senders may have seen, by revision. */
  private readonly stood: Map<number, SessionValue>
  /** The revision that a sender without one has seen. */
  private inSight: number | null
  /** The last sent value equals the one before the save. */
  private sentSame = false

  constructor(stored: StoredAnswer, save: Save) {
    this.now = stored
    this.before = stored
    this.save = save
    this.stood = new Map([[0, unansweredValue(stored.field)]])
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
    const baseRevision = named.baseRevision ?? (this.isBasedOnCurrent(editedAt) ? this.inSight : null)
    const seenAt = this.stood.get(baseRevision ?? 0)?.givenAt ?? null
    const sent = { ...given, editedAt, baseRevision, copiedFrom: this.markOf(named), seenAt }
    const before = this.now
    const key = keyOf(sent)
    const known = editedAt === null ? undefined : this.seen.get(key)
    if (!known && this.isEchoed({ ...named, baseRevision: named.baseRevision ?? this.inSight })) return
    const merged = mergeAnswer(before, sent, this.save.now, known ? [known] : [])
    this.seen.set(key, sent)
    if (merged.kind === 'applied' || merged.kind === 'applied-with-conflict') {
      if (before.editedAt !== null || isBegun(before)) this.history.push(replacedOf(before))
      const { accountId: editedBy, sessionId: editedIn } = this.save
      this.now = { ...merged.answer, sentAt: editedAt, editedBy, editedIn, event: null }
      this.stood.set(this.now.revision, asKnown(this.now))
      this.inSight = this.now.revision
    }
    if (merged.kind === 'rejected-with-conflict') {
      this.history.push(this.lostOf({ ...merged.lost, sentAt: editedAt }))
    }
    const isAnothers = merged.answer === before && !known && editedAt !== null && before.editedAt !== null
    this.builtOn = isAnothers ? named.baseRevision : null
    this.stands = sameAnswerValue(given, this.now)
    if (!this.stands) this.conflict = conflictOf(this.now)
    // If only a copy mark was replaced, there is no conflict to show.
    else if (merged.kind === 'applied-with-conflict' && !sameAnswerValue(before, this.now))
      this.conflict = conflictOf(before)
    else this.conflict = null
  }

  /** Whether the sender sent another user's current value too, and so knows it from now on. */
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

  /** Change in the size of its value. */
  get bytes(): number {
    return sizeOfValue(this.now) - sizeOfValue(this.before)
  }

  /**
   * Handles an unchanged value echoed back in a whole-section save: not an edit, so it is ignored. Returns the
   * revision it had. If the sender claims another edit time, as older devices do, the current value is returned
   * as a conflict.
   */
  private isEchoed({ given, edited, editedAt, baseRevision, copiedFrom }: NamedAnswer): boolean {
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
   * Whether the edit was made on what the session sees now. An edit from an earlier time may have been made on
   * another value, so time decides; later edits of the same session count as made on its own earlier ones.
   */
  private isBasedOnCurrent(editedAt: string | null): boolean {
    if (editedAt === null) return true
    const isOwn = this.now.editedIn === this.save.sessionId
    return isOwn && Date.parse(editedAt) >= Date.parse(this.now.editedAt ?? editedAt)
  }

  /**
   * Returns the copy mark. A sender that gives neither time nor origin for an equal value leaves the mark
   * unchanged.
   */
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

function asKnown({ revision, value, values, editedAt, copiedFrom }: StoredAnswer): SessionValue {
  return { revision, value, values, givenAt: editedAt, copiedFrom }
}

/** Whether it holds a computed default, which exists only in its row: senders may have seen that. */
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

/** Derived from answer and value, so that a value is recovered only once. */
export function recoveredId(answerId: string, { value, values }: AnswerValue): string {
  return deriveId(answerId, JSON.stringify([value, values]))
}

/** An empty value can't be lost. */
function recoveredOf({ stored, given, editedAt }: NamedAnswer, { accountId, now }: Save): Recovered[] {
  if (!given || isMissing({ ...stored, ...given })) return []
  const id = recoveredId(stored.id, given)
  const value = { value: given.value, value_list: given.values }
  return [{ id, answer_id: stored.id, ...value, edited_at: editedAt ?? now, edited_by: accountId }]
}

/** Times all have the same format: written by this server, in UTC. */
function keyOf({ editedAt, value, values, copiedFrom = null }: DatedValue): string {
  return JSON.stringify([editedAt, value, values, copiedFrom])
}

function sentValue(stored: StoredAnswer): AnswerValue & DatedValue {
  const { value, values, copiedFrom, sentAt } = stored
  return { value, values, copiedFrom, editedAt: sentAt }
}

/** An answer as a session knows it. */
interface SessionValue extends AnswerValue {
  readonly revision: number
  /** When it counts as made. */
  readonly givenAt: string | null
  readonly copiedFrom?: string | null
}

/** The value before any edit. */
function unansweredValue(field: TemplateField): SessionValue {
  return { ...initialAnswerValue(field), revision: 0, givenAt: null }
}

interface Row {
  readonly id: string
  /** The last event that the session received; null = none. */
  readonly event: number | null
  readonly given: PastValue | null
  readonly sent: PastValue | null
  readonly older: PastValue | null
}

interface PastValue {
  readonly revision: number
  readonly value: string
  readonly value_list: string[]
  readonly edited_at: string | null
  readonly copied_from: string | null
}

/**
 * Returns what this session knows of answers sent without a revision: the value it last received or sent. For a
 * session that received nothing, as after a new login, an earlier value equal to the one it sends.
 */
export async function readSessionValues(
  db: Db,
  sessionId: string,
  named: readonly NamedAnswer[],
): Promise<ReadonlyMap<string, SessionValue>> {
  const asked = new Map(
    named
      .filter(({ stored, baseRevision }) => baseRevision === null && stored.editedAt !== null)
      .map((one) => [one.stored.id, one] as const),
  )
  if (asked.size === 0) return new Map()
  const values = [...asked].map(([id, { given }]) => ({ id, value: given?.value, value_list: given?.values }))
  const past = sql`json_build_object('revision', revision, 'value', value, 'value_list', value_list,
    'edited_at', edited_at, 'copied_from', copied_from)`
  const { rows } = await sql<Row>`
    select answer.id, reading.event, given.past as given, sent.past as sent, older.past as older
    from json_to_recordset(${JSON.stringify(values)}::json) as named (id uuid, value text, value_list text[])
    join answer on answer.id = named.id
    join sub_section on sub_section.id = answer.sub_section_id
    left join lateral (
      select max(event) as event from survey_reading
      where session_id = ${sessionId} and part_id in (answer.survey_id, sub_section.section_id, answer.id)) reading on true
    left join lateral (
      select ${past} as past from answer_history
      where answer_id = answer.id and outcome = 'replaced'
        and coalesce(answer_history.event, -1) < reading.event
      order by revision desc limit 1) given on true
    left join lateral (
      select ${past} as past from answer_history
      where answer_id = answer.id and outcome = 'replaced' and edited_in = ${sessionId}
      order by revision desc limit 1) sent on true
    left join lateral (
      select ${past} as past from answer_history
      where answer_id = answer.id and outcome = 'replaced'
        and value = named.value and value_list = named.value_list
      order by revision desc limit 1) older on reading.event is null`.execute(db)
  return new Map(
    rows.flatMap((row) => {
      const one = asked.get(row.id)
      const known = one && knownOf(row, one, sessionId)
      return known ? [[row.id, known] as const] : []
    }),
  )
}

function knownOf(row: Row, { stored, given }: NamedAnswer, sessionId: string): SessionValue | null {
  const current: SessionValue = { ...stored, givenAt: stored.editedAt }
  if (stored.editedIn === sessionId) return current
  if (row.event !== null && (stored.event ?? 0) < row.event) return current
  const read = row.event === null ? null : (pastOf(row.given) ?? unansweredValue(stored.field))
  const sent = pastOf(row.sent)
  const last = (read?.revision ?? -1) > (sent?.revision ?? -1) ? read : sent
  if (last) return last
  if (row.older) return pastOf(row.older)
  return given !== null && isMissing({ ...stored, ...given }) ? unansweredValue(stored.field) : null
}

function pastOf(past: PastValue | null): SessionValue | null {
  if (!past) return null
  const { revision, value, value_list: values, edited_at, copied_from: copiedFrom } = past
  return { revision, value, values, copiedFrom, givenAt: edited_at && new Date(edited_at).toISOString() }
}
