import { v7 as newId } from 'uuid'
import * as agreed from '#contract/media/media.ts'
import { uploadResumed } from '#contract/media/resumable.ts'
import { t } from '#contract/messages/translate.ts'
import { asPart, openSurvey, openToReplay } from '#server/features/surveys/access.ts'
import { changeFiles } from '#server/features/surveys/change-files.ts'
import { touchSurvey } from '#server/features/surveys/data.ts'
import { hiddenAnswers } from '#server/features/surveys/hidden-answers.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { replayById, serve, servePrepared, serveWithReplay } from '#server/http/serve.ts'
import { copyByReference } from './copy.ts'
import { addFile, countMedia, describeMedia, lockMedia, removeMedia } from './data.ts'
import { ingestDrawing, isLater, madeAt, turnOf } from './drawing.ts'
import { lockPhoto, putDrawing, removeDrawing } from './drawing-data.ts'
import { discardFiles, hashesOf, ingestUpload } from './ingest.ts'
import { readItem, readUpload } from './present.ts'
import { claimReceived, ingestReceived, partsOf, removeReceived } from './resumable/received-parts.ts'
import { storeUpload } from './store-upload.ts'

const asUpload = replayById(replayUpload)
const asItem = replayById(replayItem)

export const mediaRoutes = [
  servePrepared(
    agreed.uploadMedia,
    {
      prepare: ingestUpload,
      replay: asUpload,
      undo: ({ context }, { kept }) => discardFiles(context, kept),
      after: async ({ context }) => context.guestCopies.wake(),
    },
    (call, ingested) => {
      const { id = newId(), user_survey_sub_section_detail_id, ids, descriptions } = call.body
      const hashes = hashesOf(ingested.files)
      const named = { id, answerId: user_survey_sub_section_detail_id, hashes, ids, descriptions }
      return storeUpload(call, named, ingested)
    },
  ),
  servePrepared(
    uploadResumed,
    {
      prepare: ingestReceived,
      replay: asUpload,
      undo: ({ context }, { kept }) => discardFiles(context, kept),
      after: ({ context, body }) => {
        context.guestCopies.wake()
        return removeReceived(context, partsOf(body))
      },
    },
    claimReceived,
  ),
  serveWithReplay(agreed.copyMedia, asUpload, copyByReference),
  serve(agreed.deleteMedia, async (call) => {
    const { db, account, query } = call
    const id = query.photo_id || query.video_id
    const media = id && (await lockMedia(db, account, query.user_survey_media_id, id, 'edit'))
    if (!media) return fail('media.notFound')
    if (media instanceof Failure) return media
    const place = { surveyId: media.survey_id, answerId: media.answer_id }
    await changeFiles(db, place, call, () => removeMedia(db, media.id))
    return { data: { message: t('media.deleted') } }
  }),
  serveWithReplay(agreed.describeMedia, asItem, async (call) => {
    const { db, account, body } = call
    const id = body.photo_id || body.video_id
    const media = id && (await lockMedia(db, account, body.user_survey_media_id, id, 'add'))
    if (!media) return fail('media.notFound')
    if (media instanceof Failure) return media
    // Even with the same text, or the reply would confirm a guess.
    if (media.contributes && media.description !== '') return fail('survey.handedOver')
    await describeMedia(db, media.id, body.description)
    await touchSurvey(db, media.survey_id, call, { kind: 'media', answers: [media.answer_id] })
    const item = await readItem(call, media.id, media)
    return item ? { data: item } : fail('media.notFound')
  }),
  servePrepared(
    agreed.drawPhoto,
    {
      prepare: ingestDrawing,
      replay: asItem,
      undo: ({ context }, { kept }) => discardFiles(context, kept),
    },
    async (call, { file, kept }) => {
      const { db, account, body, now, context } = call
      const photo = await lockPhoto(db, account, body, 'add')
      if (photo instanceof Failure) return photo
      if (photo.contributes && photo.drawnAt) return fail('survey.handedOver')
      const at = madeAt(body.drawn_at, now)
      if (isLater(at, photo)) {
        const fileId = await addFile(db, photo.ownerId, file, now)
        await putDrawing(db, photo.id, { fileId, shapes: body.shapes, turned: turnOf(body), at })
        await touchSurvey(db, photo.surveyId, call, { kind: 'media', answers: [photo.answerId] })
      } else await discardFiles(context, kept)
      // Contributors can read back their own drawing, but no caption.
      const item = await readItem(call, photo.id, { contributes: false })
      const unread = photo.contributes ? { description: '', copy_checked: false } : {}
      return item ? { data: { ...item, ...unread } } : fail('media.notFound')
    },
  ),
  serveWithReplay(agreed.undrawPhoto, asItem, async (call) => {
    const { db, account, query, now } = call
    const photo = await lockPhoto(db, account, query, 'edit')
    if (photo instanceof Failure) return photo
    const at = madeAt(query.drawn_at, now)
    if (isLater(at, photo)) {
      await removeDrawing(db, photo.id, at)
      await touchSurvey(db, photo.surveyId, call, { kind: 'media', answers: [photo.answerId] })
    }
    const item = await readItem(call, photo.id, { contributes: false })
    return item ? { data: item } : fail('media.notFound')
  }),
  serve(agreed.mediaCounts, async ({ db, account, query }) => {
    const survey = await openSurvey(db, account, query.user_survey_id, 'read')
    if (survey instanceof Failure) return survey
    const { files, photos, bytes } = await countMedia(db, survey.id, await hiddenAnswers(db, survey))
    return {
      uploaded_file_details: {
        total_uploaded_files: files,
        uploaded_photos: photos,
        uploaded_videos: files - photos,
        total_bytes: bytes,
      },
    }
  }),
]

type ReplayCall = Parameters<typeof readItem>[0]

/** Replays a reply with the current state of the upload. */
async function replayUpload(call: ReplayCall, id: string) {
  const upload = await call.db
    .selectFrom('upload')
    .select(['id', 'survey_id', 'answer_id as answerId'])
    .where('id', '=', id)
    .executeTakeFirst()
  const survey = upload && (await openToReplay(call.db, call.account, upload.survey_id))
  if (!survey) return fail('media.notFound')
  return survey instanceof Failure ? asPart(survey, fail('media.notFound')) : readUpload(call, upload, survey)
}

/** Replays a reply with the current state of a photo or video. */
async function replayItem(call: ReplayCall, id: string) {
  const media = await call.db.selectFrom('media').select('survey_id').where('id', '=', id).executeTakeFirst()
  const survey = media && (await openToReplay(call.db, call.account, media.survey_id))
  if (!survey) return fail('media.notFound')
  if (survey instanceof Failure) return asPart(survey, fail('media.notFound'))
  const item = await readItem(call, id, survey)
  return item ? { data: item } : fail('media.notFound')
}
