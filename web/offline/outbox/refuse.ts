import { waitingAgain } from '../operations/entries.ts'
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

/** Parked entries of a survey (or one of them) go once more. */
export async function retryParked(account: string, survey: string): Promise<void> {
  await onDevice(() =>
    db.outbox
      .where({ account, survey })
      .and(({ state }) => state === 'parked')
      .modify(waitingAgain),
  )
}
