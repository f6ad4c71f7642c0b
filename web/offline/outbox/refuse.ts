import { waitingAgain } from '../operations/entries.ts'
import type { ErrorLines } from '../operations/operation.ts'
import { operationOf } from '../operations/registry.ts'
import { db, onDevice } from '../store/database.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'

/** Not now: the same entry again after the pause. `failure`: what kept it from succeeding, in words. */
export async function postponeEntry(
  row: OutboxRow,
  nextAt: number,
  failure: string | null = null,
  inFront = false,
): Promise<void> {
  const triedAt = new Date().toISOString()
  await onDevice(() =>
    db.outbox.update(row.seq ?? 0, { state: 'waiting', nextAt, failure, triedAt, inFront }),
  )
}

/** The server refused it. It stays, with the server's words, until the person does something about it. */
export async function parkEntry(row: OutboxRow, problem: string, errors: ErrorLines = []): Promise<void> {
  await onDevice(() =>
    db.transaction('rw', [db.outbox, db.answers, db.files, db.blobs], async () => {
      if (await db.outbox.get(row.seq ?? 0)) await operationOf(row).reject(row, problem, errors)
    }),
  )
}

/** Parked entries of a survey (or one of them) go once more. */
export async function retryParked(account: string, survey: string): Promise<void> {
  await onDevice(() =>
    db.outbox
      .where({ account, survey })
      .and(({ state }) => state === 'parked')
      .modify(waitingAgain),
  )
}
