import { limits } from '#contract/limits.ts'
import type { Db } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'

const day = 24 * 3_600_000

export interface NewPart {
  readonly id: string
  readonly accountId: string
  /** Declared by the device at the start. */
  readonly size: number
}

/**
 * Reserves space for another file of an account; false if too many are unfinished. If space is short, files
 * untouched for a day are dropped first: a device that lost a reply does not know of them.
 */
export function reservePart(db: Db, part: NewPart, now: Date): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    // Serializes files that are started at the same time.
    await tx
      .selectFrom('account')
      .select('id')
      .where('id', '=', part.accountId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!(await fits(tx, part))) {
      await tx
        .deleteFrom('resumable_upload')
        .where('account_id', '=', part.accountId)
        .where('touched_at', '<', new Date(now.getTime() - day))
        .execute()
      if (!(await fits(tx, part))) return false
    }
    const { id, accountId, size } = part
    await tx
      .insertInto('resumable_upload')
      .values({ id, account_id: accountId, size, created_at: now, touched_at: now })
      .execute()
    return true
  })
}

async function fits(db: Db, { accountId, size }: NewPart): Promise<boolean> {
  const { count, bytes } = await db
    .selectFrom('resumable_upload')
    .select((column) => [
      column.fn.countAll<number>().as('count'),
      column.fn.sum<string | null>('size').as('bytes'),
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return count < limits.resumableMax && Number(bytes ?? 0) + size <= limits.resumableBytes
}

/** Returns a part that this account started and used recently; null for any other. */
export async function findPart(db: Db, accountId: string, id: string, now: Date) {
  const row = await db
    .selectFrom('resumable_upload')
    .select(['id', 'size'])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('touched_at', '>', new Date(now.getTime() - limits.resumableLife))
    .executeTakeFirst()
  return row ?? null
}

/** The caller has authorized the part. */
export async function readPart(db: Db, id: string) {
  return db
    .selectFrom('resumable_upload')
    .select(['size', 'touched_at'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function touchPart(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('resumable_upload').set({ touched_at: now }).where('id', '=', id).execute()
}

/**
 * Deletes rows and returns those that existed: of two uploads that name the same part, the second finds none.
 */
export async function forgetParts(db: Db, accountId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const gone = await db
    .deleteFrom('resumable_upload')
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .returning('id')
    .execute()
  return gone.map(({ id }) => id)
}

export async function forgetPart(db: Db, id: string): Promise<void> {
  await db.deleteFrom('resumable_upload').where('id', '=', id).execute()
}

export async function forgetOldParts(db: Db, before: Date): Promise<string[]> {
  const gone = await db
    .deleteFrom('resumable_upload')
    .where('touched_at', '<', before)
    .returning('id')
    .execute()
  return gone.map(({ id }) => id)
}

/** Returns the parts without a row. */
export async function unknownParts(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('resumable_upload')
    .select('id')
    .where('id', 'in', [...ids])
    .execute()
  const known = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !known.has(id))
}
