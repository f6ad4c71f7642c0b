import { t } from '#web/lib/language/translate.ts'
import { bulkFilesOf } from '../store/bulk-files.ts'
import { publish, subscribe } from '../store/bus.ts'
import { db, onDevice, onDeviceIfRoom } from '../store/database.ts'
import { oneAtATime } from '../store/one-at-a-time.ts'
import type { BulkFileRow } from '../store/rows.ts'
import { BulkQueue } from './bulk-queue.ts'
import { sendBulkFile } from './send-bulk-file.ts'

const both = () => [db.bulkFiles, db.bulkBytes]

const queues = new Map<string, BulkQueue>()

/** Returns the account's queue. It continues after the screen is left, while the page is open. */
export function bulkQueue(account: string): BulkQueue {
  const known = queues.get(account)
  if (known) return known
  const queue = new BulkQueue({
    read: () => readBulkFiles(account),
    keep: (row, file) => {
      const picked = { state: 'ready', problem: null, addedAt: new Date().toISOString() } as const
      return storeBulkFile({ ...row, ...picked, account }, file)
    },
    change: (id, change) => changeBulkFile(account, id, change),
    bytes: (id) => bulkBytes(account, id),
    forget: (ids) => forgetBulkFiles(account, ids),
    send: (sending) => sendBulkFile({ ...sending, account }),
    alone: (work) => oneAtATime(`fieldbook-bulk-${account}`, work),
    later: laterOrOnline,
    onChange: () => publish(account, { kind: 'bulk' }),
    words: { gone: t('media.notKept'), failed: t('bulk.failed') },
  })
  queues.set(account, queue)
  subscribe(account, (event, elsewhere) => {
    if (elsewhere && (event.kind === 'bulk' || event.kind === 'back')) void queue.reload()
  })
  return queue
}

function laterOrOnline(milliseconds: number, work: () => void): () => void {
  const over = () => {
    callOff()
    work()
  }
  const timer = setTimeout(over, milliseconds)
  const callOff = () => {
    clearTimeout(timer)
    window.removeEventListener('online', over)
  }
  window.addEventListener('online', over)
  return callOff
}

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
