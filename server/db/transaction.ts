import type { Db } from '#server/context.ts'
import { doneAfterCommit } from './after-commit.ts'

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'

/**
 * One transaction at PostgreSQL's default isolation (read committed): what must not happen twice is guarded by unique
 * constraints, and what must happen in order by a lock on the survey's row, never by isolation alone.
 * Work that PostgreSQL threw back (a deadlock, a serialisation failure) did nothing and runs again, at most twice:
 * it must have no effect outside of the transaction.
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
      if (attempt >= tries || !wasThrownBack(error)) throw error
    }
  }
}

/** Whether PostgreSQL undid a transaction only because of others that ran beside it. */
export function wasThrownBack(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    [SERIALIZATION_FAILURE, DEADLOCK].includes(String(error.code))
  )
}
