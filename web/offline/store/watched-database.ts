import type { DexieOptions } from 'dexie'
import { liveTransactions, refuseWhileSuspended, unendedOpenings } from './page-lifecycle.ts'
import { answered, awaitAnswer } from './silence.ts'
import { noteProgress } from './stall.ts'

/**
 * The browser's IndexedDB for Dexie, with an eye on every transaction there is, also on those that the library begins
 * for itself: at the store's depth, so that nobody who reads or writes has to think of it.
 */
export const watchedFactory: NonNullable<DexieOptions['indexedDB']> &
  Pick<IDBFactory, 'deleteDatabase' | 'databases' | 'cmp'> = {
  open(name: string, version?: number): IDBOpenDBRequest {
    const asked = version === undefined ? indexedDB.open(name) : indexedDB.open(name, version)
    awaitAnswer(asked)
    unendedOpenings().add(asked)
    for (const end of ['success', 'error'] as const)
      asked.addEventListener(end, () => {
        unendedOpenings().delete(asked)
        answered(asked)
      })
    // In front of the library's own listeners.
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
    refuseWhileSuspended()
    if (!holdsWork(stores, mode)) return watch(begin(stores, mode, options))
    return watch(begin(withCommits(stores, database), mode, { ...options, durability: 'strict' }))
  }
}

/** Unsent work is on the disk before it is called saved; pictures and readings, which can be fetched again, need not be. */
function holdsWork(stores: string | Iterable<string>, mode: IDBTransactionMode | undefined): boolean {
  return mode === 'readwrite' && (typeof stores === 'string' ? [stores] : [...stores]).includes('outbox')
}

/** Transactions of unsent work are counted in `kept`. */
function withCommits(stores: string | Iterable<string>, { objectStoreNames }: IDBDatabase): string[] {
  const own = typeof stores === 'string' ? [stores] : [...stores]
  return objectStoreNames.contains('kept') ? [...new Set([...own, 'kept'])] : own
}

function watch(transaction: IDBTransaction): IDBTransaction {
  const live = liveTransactions()
  live.add(transaction)
  awaitAnswer(transaction)
  const isWork = transaction.objectStoreNames.contains('outbox')
  // Replies do not bubble, but are captured on their way down.
  const reply = () => {
    awaitAnswer(transaction)
    if (isWork) noteProgress()
  }
  transaction.addEventListener('success', reply, { capture: true })
  for (const end of ['complete', 'abort'] as const)
    transaction.addEventListener(end, () => {
      live.delete(transaction)
      answered(transaction)
      if (isWork) noteProgress()
    })
  return transaction
}
