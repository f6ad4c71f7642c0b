import { t } from '#web/lib/language/translate.ts'
import { publish, subscribe } from '../store/bus.ts'
import { oneAtATime } from '../store/one-at-a-time.ts'
import { BulkQueue } from './bulk-queue.ts'
import { bulkBytes, changeBulkFile, forgetBulkFiles, readBulkFiles, storeBulkFile } from './bulk-store.ts'
import { sendBulkFile } from './send-bulk-file.ts'

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
