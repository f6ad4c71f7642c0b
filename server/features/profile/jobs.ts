import type { Context, Db } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { restorableSince } from '#server/features/accounts/deletion.ts'
import { purgeAllDeleted } from '#server/features/surveys/jobs.ts'
import { removeAll } from '#server/files/remove-all.ts'
import { findPurgeable, givePurgeableSurveys, purgeAccount } from './purge.ts'

/**
 * Removes accounts deleted too long ago to be restored, with everything they own. Their surveys go first, a few
 * at a time, like deleted surveys; an account that still has one waits for the next round.
 */
export async function purgeDeletedAccounts(context: Context): Promise<void> {
  const { db, files, clock, log } = context
  const before = restorableSince(clock())
  await givePurgeableSurveys(db, before)
  await purgeAllDeleted(context)
  for (const id of await findPurgeable(db, before)) {
    try {
      // Bytes after the commit: a crash in between leaves bytes without a row, never a row without bytes.
      await removeAll(files, await purgeOne(db, id, before))
      log.info({ account: id }, 'A deleted account was removed for good')
    } catch (error) {
      // It is tried again in the next round and doesn't hold up the others.
      log.warn({ err: error, account: id }, 'A deleted account could not be removed')
    }
  }
}

function purgeOne(db: Db, id: string, before: Date): Promise<readonly string[]> {
  return inTransaction(db, (tx) => purgeAccount(tx, id, before))
}
