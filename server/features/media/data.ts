import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Db } from '#server/context.ts'
import { asPart, openSurvey, type Reader } from '#server/features/surveys/access.ts'
import type { StoredBytes } from '#server/files/store.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { instantAt } from '#survey/time-zone.ts'

export interface NewRendition extends StoredBytes {
  readonly name: 'original' | 'view' | 'report' | 'thumb' | 'guest' | 'poster'
  readonly type: string
  readonly width: number | null
  readonly height: number | null
}

/** A verified file in the store that has no row yet. */
export interface NewFile {
  readonly kind: 'photo' | 'video'
  readonly extension: string
  /** ISO 8601; local time if it has no offset. */
  readonly takenAt: string | null
  readonly position: { readonly latitude: number; readonly longitude: number } | null
  readonly seconds: number | null
  readonly renditions: readonly NewRendition[]
}

/** An attachment is a file of any kind outside of surveys. */
type KeptFile = Omit<NewFile, 'kind' | 'extension'> & { readonly kind: NewFile['kind'] | 'attachment' }

/** Adds a file for the survey's owner, so that an editor's files stay when the editor's account is deleted. */
export async function addFile(
  db: Db,
  ownerId: string,
  file: KeptFile,
  now: Date,
  timeZone: string | null = null,
): Promise<string> {
  const id = newId()
  await db
    .insertInto('stored_file')
    .values({
      id,
      account_id: ownerId,
      kind: file.kind,
      taken_at: file.takenAt && takenIn(file.takenAt, timeZone),
      latitude: file.position?.latitude ?? null,
      longitude: file.position?.longitude ?? null,
      duration: file.seconds,
      created_at: now,
    })
    .execute()
  await db
    .insertInto('rendition')
    .values(
      file.renditions.map((one) => ({
        file_id: id,
        name: one.name,
        store_key: one.key,
        content_type: one.type,
        size: one.size,
        sha256: one.sha256,
        crc32: one.crc32,
        width: one.width,
        height: one.height,
      })),
    )
    .execute()
  return id
}

/** Many cameras record no zone: use the survey's. */
function takenIn(time: string, timeZone: string | null): Date {
  return /(Z|[+-]\d\d:\d\d)$/.test(time) ? new Date(time) : instantAt(time, timeZone)
}

export interface NewUpload {
  readonly id: string
  readonly surveyId: string
  readonly answerId: string
  /** SHA-256 of its files as received, in order. */
  readonly hashes: readonly string[]
}

export async function addUpload(
  db: Db,
  upload: NewUpload,
  { account, now }: { readonly account: { readonly id: string }; readonly now: Date },
): Promise<void> {
  await db
    .insertInto('upload')
    .values({
      id: upload.id,
      survey_id: upload.surveyId,
      answer_id: upload.answerId,
      hashes: [...upload.hashes],
      added_by: account.id,
      created_at: now,
    })
    .execute()
}

export interface NewMedia {
  readonly id: string
  readonly uploadId: string
  readonly surveyId: string
  readonly answerId: string
  readonly fileId: string
  readonly kind: 'photo' | 'video'
  readonly filename: string
  readonly description: string
}

export async function addMedia(db: Db, media: NewMedia, now: Date): Promise<void> {
  await db
    .insertInto('media')
    .values({
      id: media.id,
      upload_id: media.uploadId,
      survey_id: media.surveyId,
      answer_id: media.answerId,
      file_id: media.fileId,
      kind: media.kind,
      filename: media.filename,
      description: media.description,
      created_at: now,
    })
    .execute()
}

/** Number of uploads with media left in this answer. */
export async function countUploads(db: Db, answerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('media')
    .select((column) => column.fn.count<number>('upload_id').distinct().as('count'))
    .where('answer_id', '=', answerId)
    .executeTakeFirstOrThrow()
  return count
}

/** Finds an upload of any owner. Only to distinguish a replay from a taken id. */
export async function findUpload(db: Db, id: string) {
  const row = await db
    .selectFrom('upload')
    .select(['answer_id as answerId', 'hashes'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Returns a photo or video that this account may edit or contribute to, and locks its survey. */
export async function lockMedia(
  db: Db,
  reader: Reader,
  uploadId: string,
  mediaId: string,
  level: 'edit' | 'add',
) {
  const media = db
    .selectFrom('media')
    .select(['id', 'file_id', 'survey_id', 'answer_id', 'kind', 'description'])
    .where('id', '=', mediaId)
    .where('upload_id', '=', uploadId)
  const named = await media.executeTakeFirst()
  const survey = named && (await openSurvey(db, reader, named.survey_id, level, { lock: true }))
  if (!survey) return fail('media.notFound')
  if (survey instanceof Failure) return asPart(survey, fail('media.notFound'))
  const row = await media.executeTakeFirst()
  return row ? { ...row, contributes: survey.contributes } : fail('media.notFound')
}

/** Sets the caption. A copy that is captioned, even with the same text, counts as checked. */
export async function describeMedia(db: Db, mediaId: string, description: string): Promise<void> {
  await db.updateTable('media').set({ description, copy_checked: true }).where('id', '=', mediaId).execute()
}

export async function removeMedia(db: Db, mediaId: string): Promise<void> {
  await db.deleteFrom('media').where('id', '=', mediaId).execute()
}

/**
 * Deletes rows of files that nothing refers to any more, and returns their store keys. Copies share files, so
 * the bytes stay while one is left.
 */
export async function forgetUnshownFiles(db: Db, before: Date): Promise<string[]> {
  const gone = await db
    .selectFrom('stored_file')
    .select('id')
    .where('created_at', '<', before)
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('media').select('media.id').whereRef('media.file_id', '=', 'stored_file.id'),
        ),
      ),
    )
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('media').select('media.id').whereRef('media.drawn_file_id', '=', 'stored_file.id'),
        ),
      ),
    )
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('plan').select('plan.id').whereRef('plan.file_id', '=', 'stored_file.id'),
        ),
      ),
    )
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('bulk_file')
            .select('bulk_file.id')
            .whereRef('bulk_file.file_id', '=', 'stored_file.id'),
        ),
      ),
    )
    .limit(500)
    .forUpdate()
    .skipLocked()
    .execute()
  if (gone.length === 0) return []
  const ids = gone.map((row) => row.id)
  const keys = await db.selectFrom('rendition').select('store_key').where('file_id', 'in', ids).execute()
  await db.deleteFrom('stored_file').where('id', 'in', ids).execute()
  return keys.map((row) => row.store_key)
}

/** Counts a survey's visible media; deleted sub-sections and hidden answers do not count. */
export async function countMedia(db: Db, surveyId: string, hidden: readonly string[]) {
  const row = await db
    .selectFrom('media')
    .innerJoin('answer', 'answer.id', 'media.answer_id')
    .innerJoin('sub_section', 'sub_section.id', 'answer.sub_section_id')
    .innerJoin('rendition', (join) =>
      join.onRef('rendition.file_id', '=', 'media.file_id').on('rendition.name', '=', 'original'),
    )
    .select((column) => [
      column.fn.countAll<number>().as('files'),
      column.fn.countAll<number>().filterWhere('media.kind', '=', 'photo').as('photos'),
      column.fn.sum<string | null>('rendition.size').as('bytes'),
    ])
    .where('media.survey_id', '=', surveyId)
    .where('sub_section.deleted_at', 'is', null)
    .where('media.answer_id', '!=', sql<string>`all(${hidden}::uuid[])`)
    .executeTakeFirstOrThrow()
  return { files: row.files, photos: row.photos, bytes: Number(row.bytes ?? 0) }
}
