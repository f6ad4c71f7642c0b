import { isKnownOperation, operationOf } from '../operations/registry.ts'
import { db, onDevice } from '../store/database.ts'
import type { FrozenEntry, OperationName, OutboxRow } from '../store/outbox-rows.ts'
import { isUnverified } from '../store/unverified.ts'

/**
 * Marks an entry as being sent and fixes its payload: every retry sends the same bytes under the same key,
 * and newer edits go into another entry. Returns null if nothing is left to send (the entry is deleted) or
 * the survey is unverified.
 */
export async function freezePayload(seq: number): Promise<FrozenEntry<OperationName> | null> {
  return onDevice(() =>
    db.transaction('rw', [db.outbox, db.answers, db.files, db.kept], async () => {
      const row = await db.outbox.get(seq)
      if (!row || (await isUnverified(row.account, row.survey))) return null
      const frozen = await frozenEntry(row)
      if (frozen === null) {
        await db.outbox.delete(seq)
        return null
      }
      const sending = { ...frozen, state: 'sending' as const, attempts: row.attempts + 1 }
      await db.outbox.put(sending)
      return sending
    }),
  )
}

/**
 * Returns an entry with its payload; null if it is empty. Call inside a transaction over answers and files.
 */
export async function frozenEntry(row: OutboxRow): Promise<FrozenEntry<OperationName> | null> {
  const input = row.input ?? (isKnownOperation(row) ? await operationOf(row).collects?.payload(row) : null)
  // Name and payload match, because the operation built the payload.
  return input ? ({ ...row, input } as FrozenEntry<OperationName>) : null
}
