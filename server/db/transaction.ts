import type { Db } from '#server/context.ts'
import { doneAfterCommit } from './after-commit.ts'

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'

/**
 * Runs one transaction at read committed, PostgreSQL's default. Unique constraints prevent duplicates and a
 * lock on the survey's row ensures order; isolation alone never does.
 * Work that PostgreSQL aborted (a deadlock, a serialization failure) runs again, at most twice, so it must have
 * no effects outside the transaction.
 */
export async function inTransaction<Result>(
  db: Db,
  work: (tx: Db) => Promise<Result>,
  tries = 3,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      const done = await db.transaction().execute(async (tx) => ({ tx, result: await work(tx) }))
      doneAfterCommit(done.tx, db)
      return done.result
    } catch (error) {
      if (attempt >= tries || !wasAborted(error)) throw error
    }
  }
}

/** Whether PostgreSQL rolled back a transaction only because of concurrent ones. */
export function wasAborted(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    [SERIALIZATION_FAILURE, DEADLOCK].includes(String(error.code))
  )
}
