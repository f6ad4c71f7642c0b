import { v7 as newId } from 'uuid'
import { addFile, addMedia, addUpload } from '#server/features/media/data.ts'
import { putDrawing } from '#server/features/media/drawing-data.ts'
import { hashesOf } from '#server/features/media/ingest.ts'
import { addPlan, putPin } from '#server/features/plans/data.ts'
import { deriveId } from '#survey/ids.ts'
import { pinId } from '#survey/plans.ts'
import type { Survey } from '#survey/survey.ts'
import type { Making } from './make-sample.ts'
import { samplePhotos } from './photos.ts'
import type { SamplePictures } from './pictures.ts'
import { samplePlan } from './site.ts'
import { answerIn, partIn } from './survey.ts'

/** The photos by reference, the drawing on one of them, and the floor plan with its pins. */
export async function attachPictures(call: Making, survey: Survey, pictures: SamplePictures): Promise<void> {
  const { db, account, now } = call
  const files = new Map<string, string>()
  for (const [name, file] of pictures.photos)
    files.set(name, await addFile(db, account.id, file, now, survey.timeZone))
  for (const [place, photo] of samplePhotos.entries()) {
    const { section, at, field, file, caption, drawing } = photo
    const [original, fileId] = [pictures.photos.get(file), files.get(file)]
    if (!original || fileId === undefined) throw new Error(`The sample has no ${file}`)
    const answer = answerIn(survey, section, at, field)
    // Photos of a field are ordered by id.
    const [id, uploadId] = [newId(), newId()]
    await addUpload(
      db,
      { id: uploadId, surveyId: survey.id, answerId: answer.id, hashes: hashesOf([original]) },
      call,
    )
    const shown = { kind: 'photo', filename: `${file}.jpg`, description: caption } as const
    const moment = new Date(now.getTime() + place)
    await addMedia(db, { id, uploadId, surveyId: survey.id, answerId: answer.id, fileId, ...shown }, moment)
    const marked = drawing && pictures.marked.get(file)
    if (marked) {
      const drawn = await addFile(db, account.id, marked, now)
      await putDrawing(db, id, { fileId: drawn, shapes: drawing.shapes, at: now })
    }
  }
  await hangPlan(call, survey, await addFile(db, account.id, pictures.plan, now))
}

async function hangPlan({ db, now }: Making, survey: Survey, fileId: string): Promise<void> {
  const planId = deriveId(survey.id, 'sample plan')
  await addPlan(db, { id: planId, surveyId: survey.id, name: samplePlan.name, fileId }, now)
  for (const { section, at, x, y } of samplePlan.pins) {
    const subSectionId = partIn(survey, section, at).part.id
    await putPin(
      db,
      { id: pinId(planId, subSectionId), planId, surveyId: survey.id, subSectionId },
      { place: { x, y }, editedAt: now.toISOString() },
    )
  }
}
