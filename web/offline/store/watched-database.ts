import type { DexieOptions } from 'dexie'
import { liveTransactions, refuseWhileSuspended, unendedOpenings } from './page-lifecycle.ts'
import { answered, awaitAnswer } from './silence.ts'

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
    return watch(
      begin(stores, mode, holdsWork(stores, mode) ? { ...options, durability: 'strict' } : options),
    )
  }
}

/** Unsent work is on the disk before it is called saved; pictures and readings, which can be fetched again, need not be. */
function holdsWork(stores: string | Iterable<string>, mode: IDBTransactionMode | undefined): boolean {
  return mode === 'readwrite' && [stores].flat().some((name) => name === 'outbox')
}

function watch(transaction: IDBTransaction): IDBTransaction {
  const live = liveTransactions()
  live.add(transaction)
  awaitAnswer(transaction)
  // Answers do not bubble, but pass by on their way down.
  transaction.addEventListener('success', () => awaitAnswer(transaction), { capture: true })
  for (const end of ['complete', 'abort'] as const)
    transaction.addEventListener(end, () => {
      live.delete(transaction)
      answered(transaction)
    })
  return transaction
}
