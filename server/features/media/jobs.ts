import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { removeAll } from '#server/files/remove-all.ts'
import { unknownKeys } from '#server/files/unknown-keys.ts'
import { forgetUnshownFiles } from './data.ts'

/** A deleted photo's bytes stay for a day: a reply in transit may still refer to it. */
const grace = 24 * 3_600_000
const askedAtOnce = 500
/**
 * With more unknown files than this, and more than half of all, the database does not belong to this folder.
 */
const fewStrays = 50

/**
 * Deletes rows first, bytes after the commit: a crash in between leaves bytes without a row, never the reverse.
 */
export async function removeUnshownFiles({ db, files }: Context, now: Date): Promise<void> {
  const before = new Date(now.getTime() - grace)
  for (;;) {
    const keys = await inTransaction(db, (tx) => forgetUnshownFiles(tx, before))
    await removeAll(files, keys)
    if (keys.length === 0) return
  }
}

/**
 * Removes bytes without a row, left by a crash or a failed commit. If most files are unknown nothing is
 * removed: a wrong or older database is the likelier reason.
 */
export async function removeStrayBytes({ db, files, log }: Context, now: Date): Promise<void> {
  const strays: string[] = []
  let seen = 0
  let batch: string[] = []
  const ask = async () => {
    strays.push(...(await unknownKeys(db, batch)))
    seen += batch.length
    batch = []
  }
  for await (const key of files.keptBefore(new Date(now.getTime() - grace))) {
    batch.push(key)
    if (batch.length === askedAtOnce) await ask()
  }
  await ask()
  if (strays.length > fewStrays && strays.length > seen / 2) {
    log.error(
      { strays: strays.length, seen },
      'Most stored files are unknown to the database; none is removed',
    )
    return
  }
  await removeAll(files, strays)
}
