import type { Selectable } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Db } from '#server/context.ts'
import type { AccountPhoto } from '#server/db/tables.ts'
import { emailIn } from '#server/features/codes/mailed-link.ts'
import type { StoredBytes } from '#server/files/store.ts'

export type PhotoRow = Selectable<AccountPhoto>
export type PhotoSize = 'view' | 'thumb'

export interface Changes {
  readonly first_name?: string
  readonly last_name?: string
  readonly company_name?: string
}

export async function changeAccount(db: Db, id: string, changes: Changes): Promise<void> {
  if (Object.keys(changes).length === 0) return
  await db.updateTable('account').set(changes).where('id', '=', id).execute()
}

export interface NewPhone {
  readonly full: string
  readonly countryCode: string
  readonly number: string
}

/** Fails with the constraint `account_phone` if another account has proven the number. */
export async function setProvenPhone(db: Db, id: string, phone: NewPhone, now: Date): Promise<void> {
  await db
    .updateTable('account')
    .set({
      full_phone_number: phone.full,
      country_code: phone.countryCode,
      phone_number: phone.number,
      phone_proven_at: now,
    })
    .where('id', '=', id)
    .execute()
}

/** Fails with the constraint `account_email` if another account has the address. */
export async function setProvenEmail(db: Db, id: string, email: string, now: Date): Promise<void> {
  await db.updateTable('account').set({ email, email_proven_at: now }).where('id', '=', id).execute()
}

/** The address that a live link is waiting to confirm; '' if there is none. */
export async function findNewEmail(db: Db, id: string, now: Date): Promise<string> {
  const row = await db
    .selectFrom('mailed_link')
    .select('detail')
    .where('account_id', '=', id)
    .where('purpose', '=', 'new-email')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return emailIn(row?.detail)
}

export async function findPhoto(db: Db, accountId: string, name: PhotoSize): Promise<PhotoRow | null> {
  const row = await db
    .selectFrom('account_photo')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .executeTakeFirst()
  return row ?? null
}

export interface NewPhoto {
  readonly filename: string
  readonly sizes: Readonly<Record<PhotoSize, StoredBytes>>
}

/** The caller holds the account's lock. */
export async function putPhoto(db: Db, accountId: string, photo: NewPhoto, now: Date): Promise<void> {
  await removePhoto(db, accountId, now)
  await db
    .insertInto('account_photo')
    .values(
      Object.entries(photo.sizes).map(([name, stored]) => ({
        account_id: accountId,
        name,
        store_key: stored.key,
        content_type: 'image/jpeg',
        size: stored.size,
        sha256: stored.sha256,
        crc32: stored.crc32,
        created_at: now,
      })),
    )
    .execute()
  await db
    .updateTable('account')
    .set({ photo_filename: photo.filename })
    .where('id', '=', accountId)
    .execute()
}

/** Its bytes become an unreferenced file, which housekeeping removes after a day. */
export async function removePhoto(db: Db, accountId: string, now: Date): Promise<void> {
  const gone = await db
    .deleteFrom('account_photo')
    .where('account_id', '=', accountId)
    .returning(['name', 'store_key', 'content_type', 'size', 'sha256', 'crc32'])
    .execute()
  if (gone.length === 0) return
  const file_id = newId()
  await db
    .insertInto('stored_file')
    .values({ id: file_id, account_id: accountId, kind: 'photo', created_at: now })
    .execute()
  await db
    .insertInto('rendition')
    .values(gone.map((row) => ({ file_id, ...row })))
    .execute()
  await db.updateTable('account').set({ photo_filename: '' }).where('id', '=', accountId).execute()
}

/** Once the password is changed, a session that was waiting for that opens everything. */
export async function liftRestriction(db: Db, sessionId: string): Promise<void> {
  await db.updateTable('session').set({ restricted: false }).where('id', '=', sessionId).execute()
}
