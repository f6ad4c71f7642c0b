import type { Dexie } from 'dexie'
import { v7 } from 'uuid'
import { noted } from './journal.ts'
import { forgetAll, nothing, recall, remembered } from './memory.ts'
import { type OpenStore, openStore } from './open-store.ts'
import { commitKey } from './second-record/commit-number.ts'
import {
  mayHaveRecord,
  type OtherRecord,
  readOtherRecord,
  recordedSurveys,
} from './second-record/read-record.ts'
import { readIndex, removeIndex } from './second-record/record-index.ts'
import { publishRestored, putBack } from './second-record/restore.ts'
import { untilClosed } from './until-closed.ts'

/** No account's: it is the store's own. */
const key = ['', 'store-identity'] as const
/** Of the store that this page has read and written. */
let held: string | undefined
/** Until the next opening, where the store has no room for an identity. */
const provisional = v7()

/** Milliseconds: a restoration that takes longer goes on beside the open store. */
const patience = 5_000

/**
 * With every opening, before anything else uses the store: if this is another store than before, the browser has
 * cleared it, while this page was open or since the last start, and unsent work is restored from what this page and the
 * second record hold. A connection never outlives its store, so no write can reach another one unnoticed.
 */
export function watchIdentity(database: Dexie): void {
  database.on(
    'ready',
    (opened) =>
      untilClosed(database, async () => {
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
  // What this page deletes itself is not restored.
  const drop = database.delete.bind(database)
  database.delete = (...options) => {
    forgetStore()
    return drop(...options)
  }
}

/** As a page that has just been opened: whichever store it finds is its own. */
export function forgetStore(): void {
  held = undefined
  openStore.set(null)
  removeIndex()
  forgetAll()
}

/**
 * A page that knew the store `before` and cannot restore it does not go on. A page that has just been opened does: it
 * records its own work beside the earlier record, which it reports and leaves to the next start.
 */
async function restoreInto(database: Dexie, store: OpenStore, before: string | undefined): Promise<void> {
  const known = before === undefined ? nothing : remembered()
  // What is written now is remembered as it is written.
  forgetAll()
  let record: OtherRecord | undefined
  try {
    record = await readOtherRecord(store.identity)
    const changed = await putBack(database, record, known)
    openStore.set(store)
    // After this step, which belongs to the opening: listeners read the store.
    setTimeout(() => publishRestored(changed))
  } catch (error) {
    recall(known)
    if (before !== undefined) {
      held = before
      throw error
    }
    noted('second record')(error)
    const unrestored = record ? recordedSurveys(record) : (readIndex()?.surveys ?? [])
    openStore.set({ ...store, unrestored })
  }
}

async function storeOf(database: Dexie): Promise<OpenStore> {
  const [known, commits] = await database.table('kept').bulkGet([[...key], [...commitKey]])
  // Without room for an identity the store is opened all the same.
  const identity = known ? known.value : await giveIdentity(database).catch(() => provisional)
  return { identity, commit: commits?.value ?? 0 }
}

async function giveIdentity(database: Dexie): Promise<string> {
  return database.transaction('rw', 'kept', async (giving) => {
    // Bound to this transaction, as in `writeAgain`.
    const kept = giving.table('kept')
    // Another tab may have been first.
    const known = await kept.get([...key])
    if (known) return known.value
    const [account, id] = key
    const value = v7()
    await kept.put({ account, id, value })
    return value
  })
}
