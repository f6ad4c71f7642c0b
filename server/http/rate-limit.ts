import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Rate } from '#contract/endpoint.ts'
import type { Db } from '#server/context.ts'
import { type Failure, fail } from './failure.ts'

/** An event that may happen `limit` times in `seconds`. */
export interface Counted {
  /** The event and its subject. */
  readonly bucket: string
  readonly limit: number
  readonly seconds: number
}

/** Counts the call and rejects it over the limit. The count is in the database, so all processes share it. */
export async function countCall(
  db: Db,
  endpoint: string,
  rate: Rate,
  who: string,
  now: Date,
): Promise<Failure<'request.tooMany'> | null> {
  return countEvent(db, { ...rate, bucket: bucketOf(endpoint, rate, who) }, now)
}

/** Uncounts a call that succeeded. It is counted first, so that simultaneous calls can't exceed the limit. */
export async function uncountCall(db: Db, endpoint: string, rate: Rate, who: string): Promise<void> {
  await uncountEvent(db, { bucket: bucketOf(endpoint, rate, who) })
}

/**
 * Counts an event that is not a call, such as a wrong code or a message to a number. Pass the pool, not a
 * transaction.
 */
export async function countEvent(
  db: Db,
  counted: Counted,
  now: Date,
): Promise<Failure<'request.tooMany'> | null> {
  const { hits, resetsIn } = await count(db, counted, now)
  return hits <= counted.limit ? null : fail('request.tooMany', { retryAfter: resetsIn })
}

/** Counts an event. Returns the count of the running window, and the seconds until it ends (at least 1). */
export async function count(
  db: Db,
  { bucket, seconds }: Counted,
  now: Date,
): Promise<{ readonly hits: number; readonly resetsIn: number }> {
  const ends = new Date(now.getTime() + seconds * 1000)
  const row = await db
    .insertInto('rate')
    .values({ bucket: hashed(bucket), hits: 1, resets_at: ends })
    .onConflict((conflict) =>
      conflict.column('bucket').doUpdateSet({
        hits: sql`case when rate.resets_at <= ${now} then 1 else rate.hits + 1 end`,
        // If a fast clock started the window, shorten it to the normal length.
        resets_at: sql`case when rate.resets_at <= ${now} then excluded.resets_at
          else least(rate.resets_at, excluded.resets_at) end`,
      }),
    )
    .returning(['hits', 'resets_at'])
    .executeTakeFirstOrThrow()
  const resetsIn = Math.max(1, Math.ceil((row.resets_at.getTime() - now.getTime()) / 1000))
  return { hits: row.hits, resetsIn }
}

/** Whether any of these events has reached its limit. Does not count. */
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

/** Marks the event as over its limit until `seconds` from now, overriding any earlier count. */
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
