import { v7 as newId } from 'uuid'
import type { SurveyDetail } from '#contract/surveys/surveys.ts'
import { detailOf } from './surveys.ts'
import type { TestApp } from './test-app.ts'

export interface AddedPhoto {
  readonly media: string
  readonly upload: string
  readonly file: string
  /** Store key of its only rendition with bytes. */
  readonly key: string
}

/**
 * Adds a photo to 'Notes' of the first building as the media slice would: rows, and bytes of one rendition.
 */
export async function addPhoto(
  { context }: TestApp,
  accountId: string,
  survey: SurveyDetail,
  description = '',
): Promise<AddedPhoto> {
  const { db, files } = context
  const [file, upload, media] = [newId(), newId(), newId()]
  const stored = await files.commit(await files.receive(Buffer.from(file), 100))
  await db
    .insertInto('stored_file')
    .values({ id: file, account_id: accountId, kind: 'photo', latitude: 40.5, longitude: -73.9 })
    .execute()
  const facts = { file_id: file, size: stored.size, sha256: stored.sha256, crc32: stored.crc32 }
  await db
    .insertInto('rendition')
    .values([
      { ...facts, name: 'original', store_key: stored.key, content_type: 'image/heic' },
      ...(['view', 'thumb'] as const).map((name, index) => ({
        ...facts,
        name,
        store_key: newId().replaceAll('-', ''),
        content_type: 'image/jpeg',
        width: 1920 - 1600 * index,
        height: 1080 - 900 * index,
      })),
    ])
    .execute()
  const on = { survey_id: survey.id, answer_id: detailOf(survey, 'Building', 'Notes').id }
  await db
    .insertInto('upload')
    .values({ id: upload, ...on, hashes: [] })
    .execute()
  await db
    .insertInto('media')
    .values({
      id: media,
      upload_id: upload,
      file_id: file,
      kind: 'photo',
      filename: 'a.heic',
      description,
      ...on,
    })
    .execute()
  return { media, upload, file, key: stored.key }
}
