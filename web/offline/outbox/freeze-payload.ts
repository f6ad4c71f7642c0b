import { isKnown, operationOf } from '../operations/registry.ts'
import { db, onDevice } from '../store/database.ts'
import type { FrozenEntry, OperationName, OutboxRow } from '../store/outbox-rows.ts'
import { isUnverified } from '../store/unverified.ts'

/**
 * Marks an entry as being sent and fixes what it says: from here on it is repeated word for word under the same
 * key, and newer typing goes into another one. null = nothing left to send, and the entry is gone; or it waits until
 * its survey has been compared with a server whose data were put back.
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

/** Inside a transaction over answers and files: an entry with what it has to say; null = nothing. */
export async function frozenEntry(row: OutboxRow): Promise<FrozenEntry<OperationName> | null> {
  const input = row.input ?? (isKnown(row) ? await operationOf(row).collects?.payload(row) : null)
  // Name and payload belong together: the one was asked of the other.
  return input ? ({ ...row, input } as FrozenEntry<OperationName>) : null
}
