import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Db } from '#server/context.ts'
import { addFile } from '#server/features/media/data.ts'
import type { StoredBytes } from '#server/files/store.ts'

export interface NewBulkFile {
  readonly filename: string
  readonly kind: 'photo' | 'video' | null
  readonly bytes: StoredBytes
}

export interface BulkFileRow {
  readonly uploadId: string
  readonly createdAt: Date
  readonly id: string
  readonly filename: string
  readonly kind: string | null
  readonly size: number
  readonly sha256: string
  readonly storeKey: string
}

/** The caller holds the account's lock and knows that the id is free. */
export async function addUpload(
  db: Db,
  { id, accountId }: { readonly id: string; readonly accountId: string },
  files: readonly NewBulkFile[],
  now: Date,
): Promise<void> {
  await db.insertInto('bulk_upload').values({ id, account_id: accountId, created_at: now }).execute()
  for (const [place, { filename, kind, bytes }] of files.entries()) {
    const original = {
      ...bytes,
      name: 'original' as const,
      type: 'application/octet-stream',
      width: null,
      height: null,
    }
    const nothingKnown = { takenAt: null, position: null, seconds: null }
    const file_id = await addFile(
      db,
      accountId,
      { ...nothingKnown, kind: 'attachment', renditions: [original] },
      now,
    )
    await db
      .insertInto('bulk_file')
      .values({ id: newId(), bulk_upload_id: id, place, file_id, filename, kind })
      .execute()
  }
}

function files(db: Db) {
  return db
    .selectFrom('bulk_upload')
    .innerJoin('bulk_file', 'bulk_file.bulk_upload_id', 'bulk_upload.id')
    .innerJoin('rendition', (join) =>
      join.onRef('rendition.file_id', '=', 'bulk_file.file_id').on('rendition.name', '=', 'original'),
    )
    .select([
      'bulk_upload.id as uploadId',
      'bulk_upload.created_at as createdAt',
      'bulk_file.id',
      'bulk_file.filename',
      'bulk_file.kind',
      'rendition.size',
      'rendition.sha256',
      'rendition.store_key as storeKey',
    ])
}

/** Latest upload first, its files in their order. */
export async function readUploads(
  db: Db,
  accountId: string,
  uploadId?: string,
): Promise<readonly BulkFileRow[]> {
  let query = files(db).where('bulk_upload.account_id', '=', accountId)
  if (uploadId !== undefined) query = query.where('bulk_upload.id', '=', uploadId)
  return query
    .orderBy('bulk_upload.created_at', 'desc')
    .orderBy('bulk_upload.id', 'desc')
    .orderBy('bulk_file.place')
    .execute()
}

export async function findFile(db: Db, accountId: string, id: string): Promise<BulkFileRow | null> {
  const row = await files(db)
    .where('bulk_upload.account_id', '=', accountId)
    .where('bulk_file.id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Whether the id is taken, by any account. */
export async function isTaken(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('bulk_upload').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

export interface StoredUsage {
  readonly files: number
  readonly bytes: number
  /** Includes what was deleted but not yet removed from the disk. */
  readonly bytesOnDisk: number
}

export async function countStoredUsage(db: Db, accountId: string): Promise<StoredUsage> {
  const { rows } = await sql<StoredUsage>`
    select count(bulk_file.id)::int as files,
      coalesce(sum(rendition.size) filter (where bulk_file.id is not null), 0)::float8 as bytes,
      coalesce(sum(rendition.size), 0)::float8 as "bytesOnDisk"
    from stored_file
    join rendition on rendition.file_id = stored_file.id
    left join bulk_file on bulk_file.file_id = stored_file.id
    where stored_file.account_id = ${accountId} and stored_file.kind = 'attachment'`.execute(db)
  return rows[0] ?? { files: 0, bytes: 0, bytesOnDisk: 0 }
}

/** Housekeeping removes the bytes, as with photos. False if this account has no such upload. */
export async function removeUpload(db: Db, accountId: string, id: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('bulk_upload')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}

/** The upload is removed with its last file. */
export async function removeFile(
  db: Db,
  accountId: string,
  { id, uploadId }: { readonly id: string; readonly uploadId: string | null },
): Promise<boolean> {
  const own = db.selectFrom('bulk_upload').select('id').where('account_id', '=', accountId)
  let deletion = db.deleteFrom('bulk_file').where('id', '=', id).where('bulk_upload_id', 'in', own)
  if (uploadId !== null) deletion = deletion.where('bulk_upload_id', '=', uploadId)
  const gone = await deletion.returning('bulk_upload_id').executeTakeFirst()
  if (!gone) return false
  await db
    .deleteFrom('bulk_upload')
    .where('id', '=', gone.bulk_upload_id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bulk_file')
            .select('bulk_file.id')
            .where('bulk_file.bulk_upload_id', '=', gone.bulk_upload_id),
        ),
      ),
    )
    .execute()
  return true
}
