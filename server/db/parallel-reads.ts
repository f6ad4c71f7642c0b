import type { Db } from '#server/context.ts'

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
