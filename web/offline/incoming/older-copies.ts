import { copyFromWire } from '../../../survey/from-wire.ts'
import { extractOlderCopy, olderCopies, olderStores } from '../store/convert-copies.ts'
import { db, onDevice } from '../store/database.ts'
import { isUnverified } from '../store/unverified.ts'
import { putOlderCopy } from './server-copy.ts'

/**
 * Imports a copy that a tab of an app before version 6 wrote to the old stores, unless the device has a newer
 * one. Newer answers stay. Returns false if there is none.
 */
export async function convertOlderCopy(account: string, survey: string): Promise<boolean> {
  return onDevice(() =>
    db.transaction('rw', [...olderStores(db), db.copies, db.subSections, db.answers, db.kept], async () => {
      const older = await extractOlderCopy(db, [account, survey])
      // Its revisions can't be compared across a server rollback.
      if (!older || (await isUnverified(account, survey))) return false
      const known = await db.copies.get([account, survey])
      const isOlder = known !== undefined && known.syncedAt > older.row.syncedAt
      if (!isOlder) await putOlderCopy(older.row, copyFromWire(older.sections))
      return true
    }),
  )
}

/** Imports all of them, one at a time. */
export async function convertOlderCopies(): Promise<void> {
  for (const [account, survey] of await onDevice(() => olderCopies(db)))
    await convertOlderCopy(account, survey)
}
