import type { Compilable, QueryResult } from 'kysely'
import type { Db } from '#server/context.ts'

type Results<Q extends readonly Compilable[]> = {
  [K in keyof Q]: Q[K] extends Compilable<infer Row> ? readonly Row[] : never
}

/**
 * Sends statements of a transaction to the database in one batch. They run in order: each sees the writes of
 * those before it, and commits made while they waited for a lock.
 */
export async function batchQueries<const Q extends readonly Compilable[]>(
  tx: Db,
  queries: Q,
): Promise<Results<Q>> {
  const compiled = queries.map((query) => query.compile())
  const results = await tx
    .getExecutor()
    .provideConnection((connection) =>
      Promise.all(compiled.map((one): Promise<QueryResult<unknown>> => connection.executeQuery(one))),
    )
  return results.map(({ rows }) => rows) as Results<Q>
}
