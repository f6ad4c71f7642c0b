import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { forgetUnshownFiles } from './data.ts'

/** A deleted photo's bytes stay for a day: an answer that is on its way may still name it. */
const grace = 24 * 3_600_000

/** Rows first, bytes after the commit: a crash in between leaves bytes without a row, never the other way. */
export async function removeUnshownFiles({ db, files }: Context, now: Date): Promise<void> {
  const before = new Date(now.getTime() - grace)
  for (;;) {
    const keys = await inTransaction(db, (tx) => forgetUnshownFiles(tx, before))
    for (const key of keys) await files.remove(key)
    if (keys.length === 0) return
  }
}
