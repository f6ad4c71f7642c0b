import { v7 } from 'uuid'
import { db } from '../store/database.ts'
import type { EntryFields, EntryOf, OperationName, OutboxRow } from '../store/outbox-rows.ts'

type NewEntry<Name extends OperationName> = Pick<EntryOf<Name>, 'survey' | 'endpoint' | 'input'> &
  Partial<EntryFields>

/** A fresh entry of the outbox. */
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
  // Name and payload belong together: they come from one `Given`.
  return { ...fields, ...given } as unknown as EntryOf<Name>
}

/** Inside a transaction over the outbox. Where the store was closed in the moment of the commit, this comes again. */
export async function addOnce(row: OutboxRow): Promise<void> {
  if ((await db.outbox.where({ id: row.id }).count()) === 0) await db.outbox.add(row)
}

export function seqOf(row: Pick<OutboxRow, 'seq'>): number {
  return row.seq ?? Number.MAX_SAFE_INTEGER
}

/** In the order of making; what the database has not counted yet is the newest. */
export function bySeq(a: OutboxRow, b: OutboxRow): number {
  return seqOf(a) - seqOf(b)
}

/** The server may have it, or get it: from here, or from another device to which it was carried. */
export function mayHaveLeft({ attempts, state, parcel }: OutboxRow): boolean {
  return attempts > 0 || state === 'sending' || parcel !== undefined
}

/** A removal of a sub-section behind which its return waits: whatever the server has heard, it is to be there. */
export function isTakenBack(removal: OutboxRow, rows: readonly OutboxRow[]): boolean {
  return (
    removal.endpoint === 'surveys.removeSimilar' &&
    rows.some(
      (row) =>
        row.endpoint === 'surveys.restoreSimilar' &&
        row.subSection === removal.subSection &&
        seqOf(row) > seqOf(removal),
    )
  )
}

/** It waits as if it had never been refused. */
export const waitingAgain = { state: 'waiting', problem: null, nextAt: 0 } as const

/** Inside the parking transaction: it stays as it is, with the server's words. */
export async function parkWhole(row: OutboxRow, problem: string): Promise<void> {
  const triedAt = new Date().toISOString()
  await db.outbox.update(seqOf(row), { state: 'parked', problem, failure: problem, triedAt })
}

/** Inside a transaction: a place right behind an entry, in front of the next; some may be taken already. */
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
