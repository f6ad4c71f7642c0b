import type { Context, Db } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { removeAll } from '#server/files/remove-all.ts'
import { purgeSurveys } from './deleted/data.ts'
import { restorableSince } from './policy.ts'

/** Purges a batch of surveys past the restore period. Returns the store keys to remove. */
export function purgeDeleted(db: Db, now: Date) {
  return inTransaction(db, (tx) => purgeSurveys(tx, restorableSince(now)))
}

/**
 * Purges all such surveys. Bytes are removed after the commit: a crash in between leaves bytes without a row,
 * never a row without bytes.
 */
export async function purgeAllDeleted({ db, files, clock }: Context): Promise<void> {
  for (;;) {
    const { surveys, storeKeys } = await purgeDeleted(db, clock())
    await removeAll(files, storeKeys)
    if (surveys === 0) return
  }
}
