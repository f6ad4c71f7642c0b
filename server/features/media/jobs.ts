import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { removeAll } from '#server/files/remove-all.ts'
import { unknownKeys } from '#server/files/unknown-keys.ts'
import { forgetUnshownFiles } from './data.ts'

/** A deleted photo's bytes stay for a day: an answer that is on its way may still name it. */
const grace = 24 * 3_600_000
const askedAtOnce = 500
/** More strangers than this, and more than half of all: the database is not the one of this folder. */
const fewStrangers = 50

/** Rows first, bytes after the commit: a crash in between leaves bytes without a row, never the other way. */
export async function removeUnshownFiles({ db, files }: Context, now: Date): Promise<void> {
  const before = new Date(now.getTime() - grace)
  for (;;) {
    const keys = await inTransaction(db, (tx) => forgetUnshownFiles(tx, before))
    await removeAll(files, keys)
    if (keys.length === 0) return
  }
}

/**
 * Removes bytes that no row speaks of, left by a crash or by a commit that failed. Where most of the files are
 * strangers nothing is removed: a wrong or older database is the likelier reason.
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
  if (strays.length > fewStrangers && strays.length > seen / 2) {
    log.error(
      { strays: strays.length, seen },
      'Most stored files are unknown to the database; none is removed',
    )
    return
  }
  await removeAll(files, strays)
}
