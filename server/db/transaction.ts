import { type Compilable, type QueryResult, type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/context.ts'

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
function wasAborted(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    [SERIALIZATION_FAILURE, DEADLOCK].includes(String(error.code))
  )
}

type Work = (db: Db) => void

const waiting = new WeakMap<object, Work[]>()

/** Runs `work` once the transaction commits, and never if it rolls back; immediately outside a transaction. */
export function afterCommit(db: Db, work: Work): void {
  if (!db.isTransaction) work(db)
  else waiting.set(db, [...(waiting.get(db) ?? []), work])
}

/** Runs the work that waited for this transaction, right after its commit. */
function doneAfterCommit(tx: Db, db: Db): void {
  for (const work of waiting.get(tx) ?? []) work(db)
  waiting.delete(tx)
}

type RowsOf<Q extends readonly Compilable[]> = {
  [K in keyof Q]: Q[K] extends Compilable<infer Row> ? readonly Row[] : never
}

/**
 * Sends statements of a transaction to the database in one batch. They run in order: each sees the writes of
 * those before it, and commits made while they waited for a lock.
 */
export async function batchQueries<const Q extends readonly Compilable[]>(
  tx: Db,
  queries: Q,
): Promise<RowsOf<Q>> {
  const compiled = queries.map((query) => query.compile())
  const results = await tx
    .getExecutor()
    .provideConnection((connection) =>
      Promise.all(compiled.map((one): Promise<QueryResult<unknown>> => connection.executeQuery(one))),
    )
  return results.map(({ rows }) => rows) as RowsOf<Q>
}

const mark = '/* rides */'

/**
 * Marks a statement in a transaction whose result is unused. It is pipelined with the next statement instead of
 * being awaited.
 * If it fails, the next statement fails with its error. There always is one: the end of the transaction.
 */
export const pipelined: RawBuilder<unknown> = sql.raw(mark)

/**
 * Whether the statement is pipelined. A `begin` fails only with its connection, and then the first statement
 * fails too.
 */
export function isPipelined(text: string): boolean {
  return text === 'begin' || text.startsWith(mark)
}

type Read = () => Promise<unknown>
type Results<R extends readonly Read[]> = { [K in keyof R]: Awaited<ReturnType<R[K]>> }

/**
 * Runs independent reads in parallel on connections of the pool, or one after the other in a transaction, which
 * has a single connection.
 */
export async function readInParallel<const R extends readonly Read[]>(db: Db, reads: R): Promise<Results<R>> {
  if (!db.isTransaction) return (await Promise.all(reads.map((read) => read()))) as Results<R>
  const results: unknown[] = []
  for (const read of reads) results.push(await read())
  return results as Results<R>
}
