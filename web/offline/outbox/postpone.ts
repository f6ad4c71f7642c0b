import { resetToWaiting } from '../operations/entries.ts'
import { db, onDevice } from '../store/database.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'

/** Schedules a retry after the pause. `failure`: the reason, as text. */
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

/** Retries the parked entries of a survey. */
export async function retryParked(account: string, survey: string): Promise<void> {
  await onDevice(() =>
    db.outbox
      .where({ account, survey })
      .and(({ state }) => state === 'parked')
      .modify(resetToWaiting),
  )
}
