import { remoteOf } from '../operations/remote/registry.ts'
import type { ErrorLines } from '../operations/remote/remote-operation.ts'
import { db, onDevice } from '../store/database.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'

/** Parks a rejected entry with the server's message until the user acts. */
export async function parkEntry(row: OutboxRow, problem: string, errors: ErrorLines = []): Promise<void> {
  await onDevice(() =>
    db.transaction('rw', [db.outbox, db.answers, db.files, db.blobs], async () => {
      if (await db.outbox.get(row.seq ?? 0)) await remoteOf(row).reject(row, problem, errors)
    }),
  )
}
