import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Rate } from '#contract/endpoint.ts'
import type { Db } from '#server/context.ts'
import { type Failure, fail } from './failure.ts'

/** Something that may happen only so often: `limit` times in `seconds`. */
export interface Counted {
  /** What is counted, and of whom. */
  readonly bucket: string
  readonly limit: number
  readonly seconds: number
}

/** Counts the call and refuses it past the limit. Kept in the database: all processes share the count. */
export async function countCall(
  db: Db,
  endpoint: string,
  rate: Rate,
  who: string,
  now: Date,
): Promise<Failure<'request.tooMany'> | null> {
  return countEvent(db, { ...rate, bucket: bucketOf(endpoint, rate, who) }, now)
}

/** A call that turned out well does not count. It was counted first, so that many at once find the limit. */
export async function uncountCall(db: Db, endpoint: string, rate: Rate, who: string): Promise<void> {
  await uncountEvent(db, { bucket: bucketOf(endpoint, rate, who) })
}

/** The same for what is no call: codes that were wrong, messages to a number. Give the pool, not a transaction. */
export async function countEvent(
  db: Db,
  { bucket, limit, seconds }: Counted,
  now: Date,
): Promise<Failure<'request.tooMany'> | null> {
  const ends = new Date(now.getTime() + seconds * 1000)
  const row = await db
    .insertInto('rate')
    .values({ bucket: hashed(bucket), hits: 1, resets_at: ends })
    .onConflict((conflict) =>
      conflict.column('bucket').doUpdateSet({
        hits: sql`case when rate.resets_at <= ${now} then 1 else rate.hits + 1 end`,
        // A window that was begun by a clock that was ahead is no longer than any other.
        resets_at: sql`case when rate.resets_at <= ${now} then excluded.resets_at
          else least(rate.resets_at, excluded.resets_at) end`,
      }),
    )
    .returning(['hits', 'resets_at'])
    .executeTakeFirstOrThrow()
  if (row.hits <= limit) return null
  return fail('request.tooMany', {
    retryAfter: Math.max(1, Math.ceil((row.resets_at.getTime() - now.getTime()) / 1000)),
  })
}

/** Whether one of them has been counted as often as it may; this counts nothing. */
export async function isReached(db: Db, counted: readonly Counted[], now: Date): Promise<boolean> {
  const rows = await db
    .selectFrom('rate')
    .select(['bucket', 'hits'])
    .where(
      'bucket',
      'in',
      counted.map(({ bucket }) => hashed(bucket)),
    )
    .where('resets_at', '>', now)
    .execute()
  return counted.some(({ bucket, limit }) =>
    rows.some((row) => row.bucket === hashed(bucket) && row.hits >= limit),
  )
}

/** Marks the event as reached until `seconds` from now, whatever stood before. */
export async function extendEvent(db: Db, { bucket, limit, seconds }: Counted, now: Date): Promise<void> {
  const row = { hits: limit, resets_at: new Date(now.getTime() + seconds * 1000) }
  await db
    .insertInto('rate')
    .values({ bucket: hashed(bucket), ...row })
    .onConflict((conflict) => conflict.column('bucket').doUpdateSet(row))
    .execute()
}

export async function uncountEvent(db: Db, { bucket }: Pick<Counted, 'bucket'>): Promise<void> {
  await db
    .updateTable('rate')
    .set((column) => ({ hits: column('hits', '-', 1) }))
    .where('bucket', '=', hashed(bucket))
    .where('hits', '>', 0)
    .execute()
}

function bucketOf(endpoint: string, rate: Rate, who: string): string {
  return `${endpoint}/${rate.by}/${who}`
}

function hashed(bucket: string): string {
  return createHash('sha256').update(bucket).digest('hex')
}
