import { Dexie } from 'dexie'
import { v7 } from 'uuid'
import { logError } from './journal.ts'
import { type OpenStore, openStore } from './open-store.ts'
import { commitKey } from './second-record/commit-number.ts'
import {
  mayHaveRecord,
  type OtherRecord,
  readOtherRecord,
  recordedSurveys,
} from './second-record/read-record.ts'
import { readIndex, removeIndex } from './second-record/record-index.ts'
import { publishRestored, restoreUnsentWork } from './second-record/restore-unsent-work.ts'
import { clearMemory, emptyMemory, readMemory, restoreMemory } from './unsent-memory.ts'

/** Empty account: the row belongs to the store itself. */
const key = ['', 'store-identity'] as const
/** Identity of the store that this page last used. */
let held: string | undefined
/** Used until the next open if there is no room to store an identity. */
const provisional = v7()

/** Milliseconds. A slower restoration continues after the store is open. */
const patience = 5_000

/**
 * Compares the store's identity on every open, before other code uses it. A different identity means that the
 * browser cleared the store, while this page was open or since the last start. Then unsent work is restored
 * from this page's memory and the second record. A connection never outlives its store, so no write can reach
 * a new store unnoticed.
 */
export function watchIdentity(database: Dexie): void {
  database.on(
    'ready',
    (opened) =>
      rejectIfClosed(database, async () => {
        const store = await storeOf(opened as Dexie)
        const before = held === provisional ? undefined : held
        const isOther = before === undefined ? mayHaveRecord(store.identity) : before !== store.identity
        held = store.identity
        if (!isOther) return openStore.set(store)
        const restoring = restoreInto(opened as Dexie, store, before)
        await Promise.race([restoring, new Promise((go) => setTimeout(go, patience))])
      }),
    true,
  )
  // Don't restore a store that this page deletes itself.
  const drop = database.delete.bind(database)
  database.delete = (...options) => {
    forgetStore()
    return drop(...options)
  }
}

/** Resets to the state of a newly opened page, which accepts any store. */
export function forgetStore(): void {
  held = undefined
  openStore.set(null)
  removeIndex()
  clearMemory()
}

/**
 * Restores unsent work. If that fails, a page that used the store `before` rethrows. A new page continues: it
 * records its own work beside the earlier record, reports that record, and leaves it to the next start.
 */
async function restoreInto(database: Dexie, store: OpenStore, before: string | undefined): Promise<void> {
  const known = before === undefined ? emptyMemory : readMemory()
  // New writes are remembered as they happen.
  clearMemory()
  let record: OtherRecord | undefined
  try {
    record = await readOtherRecord(store.identity)
    const changed = await restoreUnsentWork(database, record, known)
    openStore.set(store)
    // Publish after the open has finished, because listeners read the store.
    setTimeout(() => publishRestored(changed))
  } catch (error) {
    restoreMemory(known)
    if (before !== undefined) {
      held = before
      throw error
    }
    logError('second record')(error)
    const unrestored = record ? recordedSurveys(record) : (readIndex()?.surveys ?? [])
    openStore.set({ ...store, unrestored })
  }
}

async function storeOf(database: Dexie): Promise<OpenStore> {
  const [known, commits] = await database.table('kept').bulkGet([[...key], [...commitKey]])
  // Without room for an identity, open the store anyway.
  const identity = known ? known.value : await giveIdentity(database).catch(() => provisional)
  return { identity, commit: commits?.value ?? 0 }
}

async function giveIdentity(database: Dexie): Promise<string> {
  return database.transaction('rw', 'kept', async (giving) => {
    // Bound to this transaction, as in `restoreRows`.
    const kept = giving.table('kept')
    // Another tab may have stored one first.
    const known = await kept.get([...key])
    if (known) return known.value
    const [account, id] = key
    const value = v7()
    await kept.put({ account, id, value })
    return value
  })
}

/**
 * Runs work that belongs to opening a database, and rejects if the database is closed meanwhile (deletion,
 * newer version in another tab, browser). Without this, Dexie would wait for its own open, and the database
 * could never be used or opened again.
 */
export async function rejectIfClosed<Result>(
  database: Dexie,
  work: () => PromiseLike<Result>,
): Promise<Result> {
  const closed = Promise.withResolvers<never>()
  const { close } = database
  database.close = (...options) => {
    close.apply(database, options)
    closed.reject(new Dexie.DatabaseClosedError())
  }
  try {
    return await Promise.race([work(), closed.promise])
  } finally {
    database.close = close
  }
}
