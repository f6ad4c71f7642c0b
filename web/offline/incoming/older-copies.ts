import { copyFromWire } from '../../../survey/from-wire.ts'
import { olderCopies, olderStores, takeOlderCopy } from '../store/convert-copies.ts'
import { db, onDevice } from '../store/database.ts'
import { isUnverified } from '../store/unverified.ts'
import { putOlderCopy } from './server-copy.ts'

/**
 * A tab that is still drawn by an app from before version 6 of the store goes on writing copies where that one did. What
 * it left there is brought over, where it is not older than what is known; of answers the later ones stay.
 */
export async function convertOlderCopy(account: string, survey: string): Promise<boolean> {
  return onDevice(() =>
    db.transaction('rw', [...olderStores(db), db.copies, db.subSections, db.answers, db.kept], async () => {
      const older = await takeOlderCopy(db, [account, survey])
      // Its revisions say nothing against those from before the server's data were put back.
      if (!older || (await isUnverified(account, survey))) return false
      const known = await db.copies.get([account, survey])
      const isOlder = known !== undefined && known.syncedAt > older.row.syncedAt
      if (!isOlder) await putOlderCopy(older.row, copyFromWire(older.sections))
      return true
    }),
  )
}

/** Every one of them, one after the other. */
export async function convertOlderCopies(): Promise<void> {
  for (const [account, survey] of await onDevice(() => olderCopies(db)))
    await convertOlderCopy(account, survey)
}
