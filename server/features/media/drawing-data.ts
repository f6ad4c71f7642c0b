import type { Shape, Turn } from '#contract/media/drawing.ts'
import type { Db } from '#server/context.ts'
import { asPart, openSurvey, type Reader } from '#server/features/surveys/access.ts'
import { Failure, fail } from '#server/http/failure.ts'

/** A photo as identified on the wire. */
export interface PhotoName {
  readonly user_survey_media_id: string
  readonly photo_id: string
}

function named(db: Db, { user_survey_media_id, photo_id }: PhotoName) {
  return db
    .selectFrom('media')
    .where('media.id', '=', photo_id)
    .where('media.upload_id', '=', user_survey_media_id)
    .where('media.kind', '=', 'photo')
}

async function openSurveyOf(db: Db, reader: Reader, name: PhotoName, level: 'edit' | 'add', lock: boolean) {
  const photo = await named(db, name).select('media.survey_id').executeTakeFirst()
  if (!photo) return fail('media.notFound')
  const survey = await openSurvey(db, reader, photo.survey_id, level, { lock })
  return survey instanceof Failure ? asPart(survey, fail('media.notFound')) : survey
}

/** Size of the view of a photo, without drawing and rotation, if this account may draw on it. */
export async function findShownSize(db: Db, reader: Reader, name: PhotoName) {
  const survey = await openSurveyOf(db, reader, name, 'add', false)
  if (survey instanceof Failure) return survey
  const row = await named(db, name)
    .innerJoin('rendition', 'rendition.file_id', 'media.file_id')
    .select(['rendition.width', 'rendition.height'])
    .where('rendition.name', '=', 'view')
    .executeTakeFirst()
  return row?.width && row.height ? { width: row.width, height: row.height } : fail('media.notFound')
}

export interface DrawnPhoto {
  readonly id: string
  readonly surveyId: string
  readonly answerId: string
  /** Owner of the survey and of everything drawn in it. */
  readonly ownerId: string
  readonly drawnAt: Date | null
  readonly contributes: boolean
}

/** Returns a photo that this account may edit, and locks its survey. */
export async function lockPhoto(
  db: Db,
  reader: Reader,
  name: PhotoName,
  level: 'edit' | 'add',
): Promise<DrawnPhoto | Failure<'survey.readOnly' | 'media.notFound'>> {
  const survey = await openSurveyOf(db, reader, name, level, true)
  if (survey instanceof Failure) return survey
  const row = await named(db, name)
    .select(['media.id', 'media.answer_id as answerId', 'media.drawn_at as drawnAt'])
    .executeTakeFirst()
  const { id: surveyId, account_id: ownerId, contributes } = survey
  return row ? { ...row, surveyId, ownerId, contributes } : fail('media.notFound')
}

/**
 * Stores a drawing. The caller holds the survey's lock. A previous marked picture is removed by the cleanup of
 * unused files.
 */
export async function putDrawing(
  db: Db,
  mediaId: string,
  drawing: {
    readonly fileId: string
    readonly shapes: readonly Shape[]
    readonly turned?: Turn
    readonly at: Date
  },
): Promise<void> {
  const { fileId, shapes, turned = 0, at } = drawing
  await db
    .updateTable('media')
    .set({ drawn_file_id: fileId, shapes: JSON.stringify(shapes), turned, drawn_at: at })
    .where('id', '=', mediaId)
    .execute()
}

/**
 * Removes a drawing. The caller holds the survey's lock. The time stays, so that an older drawing does not
 * reappear.
 */
export async function removeDrawing(db: Db, mediaId: string, at: Date): Promise<void> {
  await db
    .updateTable('media')
    .set({ drawn_file_id: null, shapes: null, turned: 0, drawn_at: at })
    .where('id', '=', mediaId)
    .execute()
}
