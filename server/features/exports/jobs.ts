import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { removeAll } from '#server/files/remove-all.ts'
import { expireExports, forgetExports } from './data.ts'
import { expiredBefore } from './policy.ts'

/** How long a program can still read the state of an export without a file, in milliseconds. */
const knownFor = 7 * 24 * 3_600_000

/**
 * Deletes the files of exports after a day, and those of deleted accounts. Bytes after the commit: a crash in
 * between leaves bytes without a row, never a row without bytes.
 */
export async function removeExpiredExports({ db, files }: Context, now: Date): Promise<void> {
  const keys = await inTransaction(db, (tx) => expireExports(tx, expiredBefore(now)))
  await removeAll(files, keys)
  await forgetExports(db, new Date(now.getTime() - knownFor))
}
