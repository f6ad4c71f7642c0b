import type { FieldType } from '#contract/templates/field-types.ts'
import { type AnswerState, reduceAnswer } from '#survey/answer-state.ts'
import type { Conflict } from '#survey/conflict.ts'
import type { AnswerValue } from '#survey/fields/kind.ts'
import { addOnce, newEntry, waitingAgain } from '../operations/entries.ts'
import { openSave } from '../operations/order.ts'
import { db, onDevice } from '../store/database.ts'
import { note } from '../store/journal.ts'
import type { OperationName, OutboxRow } from '../store/outbox-rows.ts'
import type { AnswerRow } from '../store/rows.ts'

/** After typing, the network is asked at most this often; the device's write never waits. */
const throttle = 800

export interface AnswerChange extends AnswerValue {
  readonly survey: string
  readonly section: string
  readonly subSection: string
  readonly answer: string
  readonly name: string
  /** Of its field. */
  readonly type?: FieldType
  readonly at: string
  /** Revision of the value that the person saw. */
  readonly baseRevision: number
  readonly copiedFrom: string | null
  /**
   * When those were given that may be in the store and that the person saw or gave before this one: whatever the clock
   * said then, they are no later words.
   */
  readonly over?: readonly string[]
  /** What is still to be asked of it; absent = who gave it knew of no question. */
  readonly conflict?: Conflict | null | undefined
}

/**
 * What is to be done with something given when the store gets to it. 'first': nothing but what was there when it was
 * given can be there. 'again': it was given a while ago and may be here already, or something later. 'over': something
 * later stands in its place, or whoever gave it sees to it.
 */
export type Turn = 'first' | 'again' | 'over'

/** One event of typing: the value and what will send it, together or not at all. `turn` is asked with every try. */
export async function recordAnswer(
  account: string,
  change: AnswerChange,
  turn: () => Turn = () => 'first',
): Promise<void> {
  const entry = await onDevice(() =>
    db.transaction('rw', [db.answers, db.outbox], async () => {
      const now = turn()
      if (now === 'over') return
      const known = await db.answers.get([account, change.answer])
      if (now === 'again' && known && isLater(known, change)) return
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

/** Something that only has to be sent. */
export async function recordEntry(row: OutboxRow, turn: () => Turn = () => 'first'): Promise<void> {
  await onDevice(() =>
    db.transaction('rw', db.outbox, async () => {
      if (turn() !== 'over') await addOnce(row)
    }),
  )
}

async function collectingEntry(account: string, { survey, subSection, at }: AnswerChange): Promise<string> {
  const rows = await savesAndTurns(survey, subSection)
  const open = openSave(
    rows.filter((row) => row.account === account),
    survey,
    subSection,
  )
  if (open) {
    const { seq = 0, state, addedAt = open.madeAt } = open
    if (state === 'parked') await db.outbox.update(seq, waitingAgain)
    // Not with every key: each is written at once, and this would be a second row.
    if (Date.parse(at) - Date.parse(addedAt) >= 1_000) await db.outbox.update(seq, { addedAt: at })
    return open.id
  }
  const nextAt = Date.now() + throttle
  const made = newEntry(account, { survey, endpoint: 'surveys.autoSave', input: null, subSection, nextAt })
  await db.outbox.add(made)
  return made.id
}

/** All that says whether another change of a sub-section may go into an entry: not the whole queue, however long it is. */
async function savesAndTurns(survey: string, subSection: string): Promise<readonly OutboxRow[]> {
  const turns: readonly OperationName[] = ['surveys.submit', 'surveyMoves.move']
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

/** A refused entry whose answers were all given anew has nothing left to say. */
async function dropIfEmpty(entry: string): Promise<void> {
  const old = await db.outbox.where({ id: entry }).first()
  if (old?.state !== 'parked') return
  if ((await db.answers.where({ entry }).count()) === 0) await db.outbox.delete(old.seq ?? 0)
}
