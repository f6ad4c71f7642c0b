import { bulkFilesOf } from '../store/bulk-files.ts'
import { db, onDevice, onDeviceIfRoom } from '../store/database.ts'
import type { BulkFileRow } from '../store/rows.ts'

const both = () => [db.bulkFiles, db.bulkBytes]

/** Returns the files in the order they were picked, which is the order of their ids. */
export function readBulkFiles(account: string): Promise<readonly BulkFileRow[]> {
  return onDevice(() => bulkFilesOf(account))
}

/** Returns false if the device has no room or blocks storage. */
export async function storeBulkFile(row: BulkFileRow, file: File): Promise<boolean> {
  try {
    const bytes = await file.arrayBuffer()
    const { account, id } = row
    await onDeviceIfRoom(() =>
      db.transaction('rw', both(), async () => {
        await db.bulkFiles.put(row)
        await db.bulkBytes.put({ account, id, bytes, type: file.type })
      }),
    )
    return true
  } catch {
    // The caller shows that the file isn't stored.
    return false
  }
}

/** Updates a file, unless another tab has sent or removed it. */
export async function changeBulkFile(
  account: string,
  id: string,
  change: Pick<BulkFileRow, 'state' | 'problem'>,
): Promise<void> {
  await onDevice(() => db.bulkFiles.update([account, id], change))
}

export async function bulkBytes(account: string, id: string): Promise<Blob | null> {
  const row = await onDevice(() => db.bulkBytes.get([account, id]))
  return row ? new Blob([row.bytes], { type: row.type }) : null
}

export async function forgetBulkFiles(account: string, ids: readonly string[]): Promise<void> {
  const keys = ids.map((id): [string, string] => [account, id])
  await onDevice(() =>
    db.transaction('rw', both(), async () => {
      await db.bulkFiles.bulkDelete(keys)
      await db.bulkBytes.bulkDelete(keys)
    }),
  )
}
