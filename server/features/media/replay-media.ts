import { asPart, openToReplay } from '#server/features/surveys/access.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { readItem, readUpload } from './present.ts'

type ReplayCall = Parameters<typeof readItem>[0]

/** Replays a reply with the current state of the upload. */
export async function replayUpload(call: ReplayCall, id: string) {
  const upload = await call.db
    .selectFrom('upload')
    .select(['id', 'survey_id', 'answer_id as answerId'])
    .where('id', '=', id)
    .executeTakeFirst()
  const survey = upload && (await openToReplay(call.db, call.account.id, upload.survey_id))
  if (!survey) return fail('media.notFound')
  return survey instanceof Failure ? asPart(survey, fail('media.notFound')) : readUpload(call, upload, survey)
}

/** Replays a reply with the current state of a photo or video. */
export async function replayItem(call: ReplayCall, id: string) {
  const media = await call.db.selectFrom('media').select('survey_id').where('id', '=', id).executeTakeFirst()
  const survey = media && (await openToReplay(call.db, call.account.id, media.survey_id))
  if (!survey) return fail('media.notFound')
  if (survey instanceof Failure) return asPart(survey, fail('media.notFound'))
  const item = await readItem(call, id, survey)
  return item ? { data: item } : fail('media.notFound')
}
