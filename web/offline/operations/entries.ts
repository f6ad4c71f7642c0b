import { v7 } from 'uuid'
import { db, onDevice } from '../store/database.ts'
import { factsOf } from '../store/operation-facts.ts'
import type { EntryFields, EntryOf, OperationName, OutboxRow } from '../store/outbox-rows.ts'

type NewEntry<Name extends OperationName> = Pick<EntryOf<Name>, 'survey' | 'endpoint' | 'input'> &
  Partial<EntryFields>

/** Creates an outbox entry. */
export function newEntry<Name extends OperationName>(account: string, given: NewEntry<Name>): EntryOf<Name> {
  const fields: Omit<EntryFields, 'survey'> = {
    account,
    id: v7(),
    subSection: null,
    answer: null,
    state: 'waiting',
    attempts: 0,
    nextAt: 0,
    madeAt: new Date().toISOString(),
    problem: null,
  }
  // Name and payload match, because both come from one `NewEntry`.
  return { ...fields, ...given } as unknown as EntryOf<Name>
}

/**
 * Adds an entry unless it exists, because a lost commit is repeated. Call inside a transaction over the
 * outbox.
 */
export async function addOnce(row: OutboxRow): Promise<void> {
  if ((await db.outbox.where({ id: row.id }).count()) === 0) await db.outbox.add(row)
}

export function seqOf(row: Pick<OutboxRow, 'seq'>): number {
  return row.seq ?? Number.MAX_SAFE_INTEGER
}

/** Sorts in insertion order. Entries without a number yet are the newest. */
export function bySeq(a: OutboxRow, b: OutboxRow): number {
  return seqOf(a) - seqOf(b)
}

/** Whether the server may have the entry, from this device or one that a bundle carried it to. */
export function mayHaveLeft({ attempts, state, parcel }: OutboxRow): boolean {
  return attempts > 0 || state === 'sending' || parcel !== undefined
}

/** Whether a restoration follows this removal of a sub-section, so the sub-section stays visible. */
export function hasLaterRestore(removal: OutboxRow, rows: readonly OutboxRow[]): boolean {
  return (
    factsOf(removal).subSection === 'removes' &&
    rows.some(
      (row) =>
        factsOf(row).subSection === 'restores' &&
        row.subSection === removal.subSection &&
        seqOf(row) > seqOf(removal),
    )
  )
}

/** Returns the unsent entry that collects further changes of this sub-section, if any. */
export function collectingSave(
  rows: readonly OutboxRow[],
  survey: string,
  subSection: string,
): OutboxRow | undefined {
  const own = rows.filter((row) => row.survey === survey).toSorted((a, b) => seqOf(a) - seqOf(b))
  const last = own.findLast((row) => factsOf(row).collects === 'answers' && row.subSection === subSection)
  if (!last || last.input !== null || last.state === 'sending') return undefined
  const turn = own.findLast((row) => factsOf(row).closesSaves?.(row))
  return turn && seqOf(turn) > seqOf(last) ? undefined : last
}

/** Resets a rejected entry to waiting. */
export const resetToWaiting = { state: 'waiting', problem: null, nextAt: 0 } as const

/** Retries the parked entries of a survey. */
export async function retryParked(account: string, survey: string): Promise<void> {
  await onDevice(() =>
    db.outbox
      .where({ account, survey })
      .and(({ state }) => state === 'parked')
      .modify(resetToWaiting),
  )
}

/** Parks the whole entry with the server's message. Call inside the parking transaction. */
export async function parkWhole(row: Pick<EntryFields, 'seq'>, problem: string): Promise<void> {
  const triedAt = new Date().toISOString()
  await db.outbox.update(seqOf(row), { state: 'parked', problem, failure: problem, triedAt })
}

/** Returns a free number directly after an entry and before the next one. Call inside a transaction. */
export async function freeSeqBehind({ seq = 0 }: OutboxRow): Promise<number> {
  const taken = new Set(
    await db.outbox
      .where('seq')
      .between(seq, seq + 1)
      .primaryKeys(),
  )
  let free = seq + 1 / 8192
  while (taken.has(free)) free += 1 / 8192
  return free
}
