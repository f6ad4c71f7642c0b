import type { Shape } from '#contract/drawing.ts'
import type { Db } from '#server/context.ts'

/** A photo as the wire names it. */
export interface PhotoName {
  readonly user_survey_media_id: string
  readonly photo_id: string
}

function ownPhoto(db: Db, accountId: string, { user_survey_media_id, photo_id }: PhotoName) {
  return db
    .selectFrom('media')
    .innerJoin('survey', 'survey.id', 'media.survey_id')
    .where('media.id', '=', photo_id)
    .where('media.upload_id', '=', user_survey_media_id)
    .where('media.kind', '=', 'photo')
    .where('survey.account_id', '=', accountId)
    .where('survey.deleted_at', 'is', null)
}

/** The size in which a photo of this account's is shown, without its drawing; null for any other. */
export async function findShownSize(db: Db, accountId: string, name: PhotoName) {
  const row = await ownPhoto(db, accountId, name)
    .innerJoin('rendition', 'rendition.file_id', 'media.file_id')
    .select(['rendition.width', 'rendition.height'])
    .where('rendition.name', '=', 'view')
    .executeTakeFirst()
  return row?.width && row.height ? { width: row.width, height: row.height } : null
}

export interface OwnPhoto {
  readonly id: string
  readonly surveyId: string
  readonly drawnAt: Date | null
}

/** A photo of this account's in a survey that is not deleted; the survey stays locked. */
export async function lockOwnPhoto(db: Db, accountId: string, name: PhotoName): Promise<OwnPhoto | null> {
  const row = await ownPhoto(db, accountId, name)
    .select(['media.id', 'media.survey_id as surveyId', 'media.drawn_at as drawnAt'])
    .forUpdate('survey')
    .executeTakeFirst()
  return row ?? null
}

/** The caller holds the survey's lock. An earlier marked picture goes with the files that nothing shows. */
export async function putDrawing(
  db: Db,
  mediaId: string,
  drawing: { readonly fileId: string; readonly shapes: readonly Shape[]; readonly at: Date },
): Promise<void> {
  const { fileId, shapes, at } = drawing
  await db
    .updateTable('media')
    .set({ drawn_file_id: fileId, shapes: JSON.stringify(shapes), drawn_at: at })
    .where('id', '=', mediaId)
    .execute()
}

/** The caller holds the survey's lock. The moment stays, so that an older drawing does not come back. */
export async function removeDrawing(db: Db, mediaId: string, at: Date): Promise<void> {
  await db
    .updateTable('media')
    .set({ drawn_file_id: null, shapes: null, drawn_at: at })
    .where('id', '=', mediaId)
    .execute()
}
