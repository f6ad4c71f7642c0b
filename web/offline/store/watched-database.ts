import type { DexieOptions } from 'dexie'
import { liveTransactions, pendingOpenRequests, throwIfSuspended } from './page-lifecycle.ts'
import { noteProgress } from './stall.ts'
import { awaitReply, stopAwaitingReply } from './unanswered-requests.ts'

/**
 * The browser's IndexedDB for Dexie. Watches every transaction, including Dexie's own, so that callers don't
 * have to.
 */
export const watchedFactory: NonNullable<DexieOptions['indexedDB']> &
  Pick<IDBFactory, 'deleteDatabase' | 'databases' | 'cmp'> = {
  open(name: string, version?: number): IDBOpenDBRequest {
    const asked = version === undefined ? indexedDB.open(name) : indexedDB.open(name, version)
    awaitReply(asked)
    pendingOpenRequests().add(asked)
    for (const end of ['success', 'error'] as const)
      asked.addEventListener(end, () => {
        pendingOpenRequests().delete(asked)
        stopAwaitingReply(asked)
      })
    // Registered before Dexie's own listeners.
    asked.addEventListener('upgradeneeded', () => asked.transaction && watch(asked.transaction))
    asked.addEventListener('success', () => watchAll(asked.result))
    return asked
  },
  deleteDatabase: (name) => indexedDB.deleteDatabase(name),
  databases: () => indexedDB.databases(),
  cmp: (one, other) => indexedDB.cmp(one, other),
}

function watchAll(database: IDBDatabase): void {
  const begin = database.transaction.bind(database)
  database.transaction = (stores, mode, options) => {
    throwIfSuspended()
    if (!holdsWork(stores, mode)) return watch(begin(stores, mode, options))
    return watch(begin(withCommits(stores, database), mode, { ...options, durability: 'strict' }))
  }
}

/**
 * Whether a transaction changes unsent work, which must be on disk before it counts as saved. Pictures and
 * reads can be fetched again.
 */
function holdsWork(stores: string | Iterable<string>, mode: IDBTransactionMode | undefined): boolean {
  return mode === 'readwrite' && (typeof stores === 'string' ? [stores] : [...stores]).includes('outbox')
}

/** Adds `kept` to transactions on unsent work, where they are counted. */
function withCommits(stores: string | Iterable<string>, { objectStoreNames }: IDBDatabase): string[] {
  const own = typeof stores === 'string' ? [stores] : [...stores]
  return objectStoreNames.contains('kept') ? [...new Set([...own, 'kept'])] : own
}

function watch(transaction: IDBTransaction): IDBTransaction {
  const live = liveTransactions()
  live.add(transaction)
  awaitReply(transaction)
  const isWork = transaction.objectStoreNames.contains('outbox')
  // Success events don't bubble, but they can be captured.
  const reply = () => {
    awaitReply(transaction)
    if (isWork) noteProgress()
  }
  transaction.addEventListener('success', reply, { capture: true })
  for (const end of ['complete', 'abort'] as const)
    transaction.addEventListener(end, () => {
      live.delete(transaction)
      stopAwaitingReply(transaction)
      if (isWork) noteProgress()
    })
  return transaction
}
