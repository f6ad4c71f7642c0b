import type { Selectable } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Db } from '#server/context.ts'
import type { GuestRecord } from '#server/db/tables.ts'

export type GuestRecordRow = Selectable<GuestRecord>

export interface WrittenRecord {
  readonly phone: string
  readonly firstName: string
  readonly lastName: string
  readonly company: string
  readonly email: string
  readonly note: string
  /** 'kept': the existing one stays. */
  readonly file: AttachedFile | null | 'kept'
}

export interface AttachedFile {
  readonly key: string
  readonly name: string
  readonly type: string
  readonly size: number
}

export async function findRecord(db: Db, phone: string): Promise<GuestRecordRow | null> {
  const row = await db.selectFrom('guest_record').selectAll().where('phone', '=', phone).executeTakeFirst()
  return row ?? null
}

/** Locked, so that of two that write at once the second finds what the first wrote. */
export async function lockRecord(db: Db, phone: string): Promise<GuestRecordRow | null> {
  const query = db.selectFrom('guest_record').selectAll().where('phone', '=', phone)
  return (await query.forUpdate().executeTakeFirst()) ?? null
}

export async function writeRecord(db: Db, written: WrittenRecord, now: Date): Promise<GuestRecordRow> {
  const { phone, firstName, lastName, company, email, note } = written
  const said = { first_name: firstName, last_name: lastName, company, email, note, edited_at: now }
  const values = { ...said, ...fileColumns(written.file) }
  return db
    .insertInto('guest_record')
    .values({ phone, id: newId(), created_at: now, ...values })
    .onConflict((conflict) => conflict.column('phone').doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow()
}

function fileColumns(file: WrittenRecord['file']) {
  if (file === 'kept') return {}
  return {
    file_key: file?.key ?? null,
    file_name: file?.name ?? '',
    file_type: file?.type ?? '',
    file_size: file?.size ?? 0,
  }
}

/** Returns the store key of the file that it had; null if it had none. */
export async function removeRecord(db: Db, phone: string): Promise<string | null> {
  const removed = await db
    .deleteFrom('guest_record')
    .where('phone', '=', phone)
    .returning('file_key')
    .executeTakeFirst()
  return removed?.file_key ?? null
}

/**
 * Removes records last edited before this moment, for numbers with which nothing is shared anymore. The bytes
 * of their files go with the daily search for unreferenced ones.
 */
export async function deleteAbandonedRecords(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('guest_record')
    .where('edited_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('phone_share')
            .innerJoin('share_link', 'share_link.id', 'phone_share.link_id')
            .select('phone_share.phone')
            .whereRef('phone_share.phone', '=', 'guest_record.phone')
            .where('share_link.closed_at', 'is', null),
        ),
      ),
    )
    .execute()
}
