import type { FieldType } from '#contract/templates/field-types.ts'
import { type AnswerState, reduceAnswer } from '#survey/answer-state.ts'
import type { Conflict } from '#survey/conflict.ts'
import type { AnswerValue } from '#survey/fields/kind.ts'
import { addOnce, collectingSave, newEntry, resetToWaiting } from '../operations/entries.ts'
import { db, onDevice } from '../store/database.ts'
import { note } from '../store/journal.ts'
import { operationsWhere } from '../store/operation-facts.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import type { AnswerRow } from '../store/rows.ts'

/** Milliseconds between save calls while typing. Writes to the device never wait. */
const throttle = 800

export interface AnswerChange extends AnswerValue {
  readonly survey: string
  readonly section: string
  readonly subSection: string
  readonly answer: string
  readonly name: string
  /** Field type. */
  readonly type?: FieldType
  readonly at: string
  /** Revision of the value on the screen. */
  readonly baseRevision: number
  readonly copiedFrom: string | null
  /**
   * Times of earlier edits that this one follows. They count as earlier even if the clock was set back since.
   */
  readonly over?: readonly string[]
  /** Open conflict after this edit; missing = unknown to the caller. */
  readonly conflict?: Conflict | null | undefined
}

/**
 * State of a stashed or queued edit when it is stored. 'first': first attempt. 'retry': may already be stored
 * or superseded; compare timestamps. 'superseded': superseded or handled elsewhere; skip it.
 */
export type Attempt = 'first' | 'retry' | 'superseded'

/** Stores an edit and its outbox entry in one transaction. `turn` is called on every attempt. */
export async function recordAnswer(
  account: string,
  change: AnswerChange,
  turn: () => Attempt = () => 'first',
): Promise<void> {
  const entry = await onDevice(() =>
    db.transaction('rw', [db.answers, db.outbox], async () => {
      const now = turn()
      if (now === 'superseded') return
      const known = await db.answers.get([account, change.answer])
      if (now === 'retry' && known && isLater(known, change)) return
      const entry = await collectingEntry(account, change)
      await db.answers.put(answerRow(account, change, entry, known))
      if (known && known.entry !== entry) await dropIfEmpty(known.entry)
      return entry
    }),
  )
  const { survey, answer } = change
  if (entry) note(account, { event: 'typed', survey, entry, answer })
}

function isLater({ editedAt }: AnswerRow, { at, over = [] }: AnswerChange): boolean {
  return editedAt >= at && !over.includes(editedAt)
}

/** Adds an outbox entry that changes nothing else on the device. */
export async function recordEntry(row: OutboxRow, turn: () => Attempt = () => 'first'): Promise<void> {
  await onDevice(() =>
    db.transaction('rw', db.outbox, async () => {
      if (turn() !== 'superseded') await addOnce(row)
    }),
  )
}

async function collectingEntry(account: string, { survey, subSection, at }: AnswerChange): Promise<string> {
  const rows = await savesAndTurns(survey, subSection)
  const open = collectingSave(
    rows.filter((row) => row.account === account),
    survey,
    subSection,
  )
  if (open) {
    const { seq = 0, state, addedAt = open.madeAt } = open
    if (state === 'parked') await db.outbox.update(seq, resetToWaiting)
    // At most once a second, because edits are stored one by one.
    if (Date.parse(at) - Date.parse(addedAt) >= 1_000) await db.outbox.update(seq, { addedAt: at })
    return open.id
  }
  const nextAt = Date.now() + throttle
  const made = newEntry(account, { survey, endpoint: 'surveys.autoSave', input: null, subSection, nextAt })
  await db.outbox.add(made)
  return made.id
}

/** Reads only the entries that decide where an edit of the sub-section goes, however long the outbox is. */
async function savesAndTurns(survey: string, subSection: string): Promise<readonly OutboxRow[]> {
  const turns = operationsWhere(({ closesSaves }) => closesSaves !== undefined)
  const found = await Promise.all([
    db.outbox.where({ survey, subSection }).toArray(),
    ...turns.map((endpoint) => db.outbox.where({ survey, endpoint }).toArray()),
  ])
  return found.flat()
}

function answerRow(
  account: string,
  { answer, at, conflict, over: _, ...change }: AnswerChange,
  entry: string,
  known: AnswerRow | undefined,
): AnswerRow {
  const own = { ...change, account, id: answer, editedAt: at, entry }
  const state: AnswerState<AnswerRow> = { server: null, own: known ?? null }
  return reduceAnswer(state, { kind: 'edited', own, conflict }).own
}

/** Deletes a rejected save whose answers were all edited again. */
async function dropIfEmpty(entry: string): Promise<void> {
  const old = await db.outbox.where({ id: entry }).first()
  if (old?.state !== 'parked') return
  if ((await db.answers.where({ entry }).count()) === 0) await db.outbox.delete(old.seq ?? 0)
}
