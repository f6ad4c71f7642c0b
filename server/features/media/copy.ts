import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { limits } from '#contract/limits.ts'
import type { copyMedia } from '#contract/media/media.ts'
import type { Db } from '#server/context.ts'
import { openAnswer } from '#server/features/surveys/access.ts'
import { changeFiles, whyNotFiles } from '#server/features/surveys/change-files.ts'
import { Failure, fail } from '#server/http/failure.ts'
import type { Call } from '#server/http/serve.ts'
import { addUpload, countUploads } from './data.ts'
import { findEarlier } from './ingest.ts'
import { readUpload } from './present.ts'

interface Wanted {
  readonly id: string
  readonly copyId: string
  readonly kind: 'photo' | 'video'
  /** null = that of the original. */
  readonly description: string | null
}

/** Copies by reference, all or none: the new media share the files, and no bytes are copied. */
export async function copyByReference(call: Call<typeof copyMedia>) {
  const { db, account, body, now } = call
  const answer = await openAnswer(db, account, body.user_survey_sub_section_detail_id, 'add', {
    lock: true,
  })
  if (answer instanceof Failure) return answer
  const wanted = [...wantedOf(body.attached_photos, 'photo'), ...wantedOf(body.attached_videos, 'video')]
  if (wanted.length === 0) return fail('media.noFiles')
  const { surveyId } = answer
  // Stored instead of file hashes, an upload of copies lists its sources, by which a replay is recognized.
  const hashes = wanted.map(({ id }) => `copy of ${id}`)
  const upload = { id: body.id ?? newId(), surveyId, answerId: answer.id, hashes }
  const earlier = await findEarlier(call, upload)
  if (earlier === 'other') return fail('id.taken')
  if (earlier === 'same') return readUpload(call, upload, answer)
  if ((await countUploads(db, answer.id)) >= limits.uploadsPerField) return fail('media.tooManyUploads')
  if (await anyTaken(db, wanted)) return fail('id.taken')
  const unfit = await whyNotFiles(
    db,
    answer,
    wanted.map(({ kind }) => kind),
  )
  if (unfit) return unfit
  const copied = await changeFiles(db, upload, call, async () => {
    await addUpload(db, upload, call)
    return insertCopies(db, upload, wanted, now)
  })
  if (copied < wanted.length) return fail('media.notFound')
  return readUpload(call, upload, answer)
}

type Named = Call<typeof copyMedia>['body']['attached_photos']

function wantedOf(named: Named, kind: Wanted['kind']): readonly Wanted[] {
  return named.map(({ id, copy_id, description }) => ({
    id,
    copyId: copy_id ?? newId(),
    kind,
    description: description ?? null,
  }))
}

async function anyTaken(db: Db, wanted: readonly Wanted[]): Promise<boolean> {
  const ids = wanted.map(({ copyId }) => copyId)
  if (new Set(ids).size < ids.length) return true
  const row = await db
    .selectFrom('media')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Inserts copies of media of the same survey; returns their number. Timestamps a millisecond apart preserve the
 * order.
 */
async function insertCopies(
  db: Db,
  upload: { readonly id: string; readonly surveyId: string; readonly answerId: string },
  wanted: readonly Wanted[],
  now: Date,
): Promise<number> {
  const rows = JSON.stringify(wanted.map((one, place) => ({ ...one, place })))
  const { numAffectedRows = 0n } = await sql`
    insert into media (id, upload_id, survey_id, answer_id, file_id, kind, filename, description, copied_from,
      drawn_file_id, shapes, turned, drawn_at, created_at)
    select wanted."copyId", ${upload.id}::uuid, ${upload.surveyId}::uuid, ${upload.answerId}::uuid, media.file_id,
      media.kind, media.filename, coalesce(wanted.description, media.description), media.id,
      media.drawn_file_id, media.shapes, media.turned, media.drawn_at,
      ${now}::timestamptz + wanted.place * interval '1 millisecond'
    from json_to_recordset(${rows}::json)
      as wanted (id uuid, "copyId" uuid, kind text, description text, place integer)
    join media on media.id = wanted.id and media.kind = wanted.kind and media.survey_id = ${upload.surveyId}::uuid
  `.execute(db)
  return Number(numAffectedRows)
}
