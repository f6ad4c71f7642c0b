import { limits } from '#contract/limits.ts'
import type { Context, Db } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { purgeSurveys } from './lifecycle/data.ts'

const day = 24 * 3_600_000

/** Surveys deleted so long ago that they cannot be restored go, some at a time. Gives what to remove of the store. */
export function purgeDeleted(db: Db, now: Date) {
  return inTransaction(db, (tx) => purgeSurveys(tx, new Date(now.getTime() - limits.restoreDays * day)))
}

/** All of them. Bytes go after the commit: a crash in between leaves bytes without a row, never a row without bytes. */
export async function purgeAllDeleted({ db, files, clock }: Context): Promise<void> {
  for (;;) {
    const { surveys, storeKeys } = await purgeDeleted(db, clock())
    for (const key of storeKeys) await files.remove(key)
    if (surveys === 0) return
  }
}
