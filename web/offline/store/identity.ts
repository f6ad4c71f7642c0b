import type { Dexie } from 'dexie'
import { v7 } from 'uuid'
import { publish } from './bus.ts'
import { publishMadeAnew } from './made-anew.ts'
import { forgetAll, type OpenSurvey, recall, remembered } from './memory.ts'
import { untilClosed } from './until-closed.ts'
import { writeAgain } from './write-again.ts'

/** No account's: it is the store's own. */
const key = ['', 'store-identity'] as const
/** Of the store that this page has read and written. */
let held: string | undefined

/**
 * Whenever the store is opened, in front of everything that waits for it: is it the one that this page knows? A
 * connection never outlives its store, so no write can come into another one unnoticed. One that was made anew gets
 * what this page still knows at once.
 */
export function watchIdentity(database: Dexie): void {
  database.on(
    'ready',
    (opened) =>
      untilClosed(database, async () => {
        const found = await identityOf(opened as Dexie)
        if (found === null) return
        if (held !== undefined && held !== found) await renew(opened as Dexie)
        held = found
      }),
    true,
  )
  // What this page deletes itself is not written again.
  const drop = database.delete.bind(database)
  database.delete = (...options) => {
    forgetStore()
    return drop(...options)
  }
}

/** As a page that has just been opened: whichever store it finds is its own. */
export function forgetStore(): void {
  held = undefined
  forgetAll()
}

async function renew(database: Dexie): Promise<void> {
  const known = remembered()
  // What is written now is remembered as it is written.
  forgetAll()
  const lost = await writeAgain(database, known).catch((error: unknown) => {
    recall(known)
    throw error
  })
  publishMadeAnew(lost)
  // Behind this step, which belongs to the opening: whoever hears it reads.
  setTimeout(() => {
    for (const { account, survey } of [...known.outbox, ...known.answers, ...known.open.map(nameOf)]) {
      publish(account, { kind: 'changed', survey })
      publish(account, { kind: 'queue', now: true })
    }
  })
}

function nameOf({ head: { account, id: survey } }: OpenSurvey) {
  return { account, survey }
}

/** null = it has none and there is no room for one: it must be opened all the same. */
async function identityOf(database: Dexie): Promise<string | null> {
  const kept = database.table('kept')
  const known = await kept.get([...key])
  // Without room for one the store is opened without.
  return known ? known.value : giveIdentity(database).catch(() => null)
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
