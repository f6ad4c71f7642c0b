import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Rate } from '#contract/endpoint.ts'
import type { Db } from '#server/context.ts'
import { type Failure, fail } from './failure.ts'

/** Counts the call and refuses it past the limit. Kept in the database: all processes share the count. */
export async function countCall(
  db: Db,
  endpoint: string,
  rate: Rate,
  who: string,
  now: Date,
): Promise<Failure | null> {
  const bucket = bucketOf(endpoint, rate, who)
  const ends = new Date(now.getTime() + rate.seconds * 1000)
  const row = await db
    .insertInto('rate')
    .values({ bucket, hits: 1, resets_at: ends })
    .onConflict((conflict) =>
      conflict.column('bucket').doUpdateSet({
        hits: sql`case when rate.resets_at <= ${now} then 1 else rate.hits + 1 end`,
        resets_at: sql`case when rate.resets_at <= ${now} then excluded.resets_at else rate.resets_at end`,
      }),
    )
    .returning(['hits', 'resets_at'])
    .executeTakeFirstOrThrow()
  if (row.hits <= rate.limit) return null
  return fail('request.tooMany', {
    retryAfter: Math.max(1, Math.ceil((row.resets_at.getTime() - now.getTime()) / 1000)),
  })
}

/** A call that turned out well does not count. It was counted first, so that many at once find the limit. */
export async function uncountCall(db: Db, endpoint: string, rate: Rate, who: string): Promise<void> {
  await db
    .updateTable('rate')
    .set((column) => ({ hits: column('hits', '-', 1) }))
    .where('bucket', '=', bucketOf(endpoint, rate, who))
    .where('hits', '>', 0)
    .execute()
}

function bucketOf(endpoint: string, rate: Rate, who: string): string {
  return createHash('sha256').update(`${endpoint}/${rate.by}/${who}`).digest('hex')
}
