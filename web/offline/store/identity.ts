import type { Dexie } from 'dexie'
import { v7 } from 'uuid'
import { noted } from './journal.ts'
import { forgetAll, nothing, recall, remembered } from './memory.ts'
import { openStore } from './open-store.ts'
import { mayHaveRecord } from './second-record/read-record.ts'
import { removeIndex } from './second-record/record-index.ts'
import { publishRestored, restore } from './second-record/restore.ts'
import { untilClosed } from './until-closed.ts'

/** No account's: it is the store's own. */
const key = ['', 'store-identity'] as const
/** Of the store that this page has read and written. */
let held: string | undefined

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
        const found = await identityOf(opened as Dexie)
        if (found === null) return
        const { identity, isNew } = found
        const isOther = held === undefined ? mayHaveRecord(identity, isNew) : held !== identity
        const before = held
        held = identity
        if (!isOther) return openStore.set({ identity })
        const restoring = restoreInto(opened as Dexie, identity, before)
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
 * A page that knew the store `before` and cannot restore it does not go on; one that has just been opened does, and
 * leaves the record to the next start.
 */
async function restoreInto(database: Dexie, identity: string, before: string | undefined): Promise<void> {
  const known = before === undefined ? nothing : remembered()
  // What is written now is remembered as it is written.
  forgetAll()
  try {
    const changed = await restore(database, identity, known)
    openStore.set({ identity })
    // After this step, which belongs to the opening: listeners read the store.
    setTimeout(() => publishRestored(changed))
  } catch (error) {
    recall(known)
    if (before !== undefined) {
      held = before
      throw error
    }
    noted('second record')(error)
  }
}

/** null = it has none and there is no room for one: it must be opened all the same. */
async function identityOf(database: Dexie): Promise<Identity | null> {
  const kept = database.table('kept')
  const known = await kept.get([...key])
  // Without room for one the store is opened without.
  return known ? { identity: known.value, isNew: false } : giveIdentity(database).catch(() => null)
}

interface Identity {
  readonly identity: string
  readonly isNew: boolean
}

async function giveIdentity(database: Dexie): Promise<Identity> {
  return database.transaction('rw', 'kept', async (giving) => {
    // Bound to this transaction, as in `writeAgain`.
    const kept = giving.table('kept')
    // Another tab may have been first.
    const known = await kept.get([...key])
    if (known) return { identity: known.value, isNew: true }
    const [account, id] = key
    const value = v7()
    await kept.put({ account, id, value })
    return { identity: value, isNew: true }
  })
}
