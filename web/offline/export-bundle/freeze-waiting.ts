import { v7 } from 'uuid'
import { isKnownOperation, operationOf } from '../operations/registry.ts'
import { remoteOf } from '../operations/remote/registry.ts'
import { frozenEntry } from '../outbox/freeze-payload.ts'
import { bundleKey } from '../store/bundled-entries.ts'
import { db, onDevice } from '../store/database.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'

export interface FrozenWork {
  readonly id: string
  readonly entries: readonly OutboxRow[]
}

/**
 * Freezes all unsent entries of the account, because another device will be able to send them. Later edits go
 * into new entries. Nothing leaves the queue.
 */
export async function freezeWaiting(account: string): Promise<FrozenWork> {
  await prepareUploads(account)
  const id = v7()
  const entries = await onDevice(() =>
    db.transaction('rw', [db.outbox, db.answers, db.files, db.kept], async () => {
      const rows = await db.outbox.where({ account }).sortBy('seq')
      const sealed: OutboxRow[] = []
      for (const row of rows) {
        // Photos added meanwhile are not shrunk yet; the next bundle includes them.
        if (row.input === null && isKnownOperation(row) && (await hasUnprepared(row))) continue
        const frozen = await frozenEntry(row)
        if (frozen === null) continue
        const own = row.input === null ? remoteOf(row).rebase(frozen, sealed) : frozen
        const next = { ...own, parcel: row.parcel ?? id }
        await db.outbox.put(next)
        sealed.push(next)
      }
      if (sealed.length > 0)
        await db.kept.put({ account, id: bundleKey(id), value: sealed.map((row) => row.id) })
      return sealed
    }),
  )
  return { id, entries }
}

async function prepareUploads(account: string): Promise<void> {
  const rows = await onDevice(() => db.outbox.where({ account }).toArray())
  for (const row of rows) if (isKnownOperation(row) && row.input === null) await remoteOf(row).prepare(row)
}

async function hasUnprepared(row: OutboxRow): Promise<boolean> {
  const { collects } = operationOf(row)
  return collects !== null && !(await collects.isPrepared(row))
}
