import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { copyMedia, deleteMedia, uploadMedia } from '#contract/media/media.ts'
import { recoveredAnswers, restoreRecovered } from '#contract/surveys/survey-recovered.ts'
import { addSimilar, removeSimilar, type SurveyDetail, submitSurvey } from '#contract/surveys/surveys.ts'
import { loadSurvey } from '#server/features/surveys/load.ts'
import { addMissingTemplates } from '#server/features/templates/data.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { attach, phonePhoto, photoPart, videoPart } from '#server/testing/media.ts'
import { detailOf, partOf, readSurvey, save, sectionNamed, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { mandatoryShare } from '#survey/progress.ts'
import { templateFrom } from '#survey/template-source.ts'
import { closeoutSource, closeoutTemplate } from '#survey/testing/closeout-template.ts'

const [closet, end] = closeoutSource.sections

/** Its photos affect conditions in other sections, so the whole survey is recounted. */
const farReaching = templateFrom({
  ...closeoutSource,
  series: '019b0000-0000-7000-8000-0000000000f2',
  sections: [
    ...(closet ? [closet] : []),
    {
      key: 'end',
      name: 'End',
      fields: [
        ...(end?.fields ?? []),
        { key: 'remark', name: 'Remark', type: 'text', mandatory: true, showIf: 'sum(${views}) > 1' },
      ],
    },
  ],
})

let here: TestApp
let sam: MadeAccount
let survey: SurveyDetail
beforeAll(async () => {
  here = await testApp()
  const templates = [closeoutTemplate, farReaching]
  await addMissingTemplates(
    here.context.db,
    templates.map((one, place) => ({ ...one, series: `files ${place}` })),
  )
  sam = await here.make.account()
})
afterAll(() => here.close())
beforeEach(async () => {
  survey = await startSurvey(sam, { template: closeoutTemplate })
})

const views = (index = 0) => detailOf(survey, 'Closet', 'Views', index).id
const onePhoto = async (seed: number) => photoPart(await phonePhoto(seed), `${seed}.jpg`)

async function addPhotos(count: number, answer = views()) {
  const files = await Promise.all(Array.from({ length: count }, (_, seed) => onePhoto(seed + 1)))
  return attach(sam, answer, files)
}

async function tryUpload(answer: string, ...files: readonly Awaited<ReturnType<typeof onePhoto>>[]) {
  const named: [string, string][] = [['user_survey_media[user_survey_sub_section_detail_id]', answer]]
  const { status, errors } = await sam.api.upload(uploadMedia, named, files)
  return [status, errors?.[0]?.message]
}

/** Checks the stored progress, which lists show, against a full count, and returns it. */
async function progress(id = survey.id) {
  const { filled, fillable } = await here.context.db
    .selectFrom('survey')
    .select(['filled', 'fillable'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const counted = mandatoryShare(await loadSurvey(here.context.db, id))
  expect({ filled, total: fillable }).toEqual(counted)
  return [filled, fillable]
}

async function submit() {
  const { status, errors } = await sam.api.call(submitSurvey, {
    params: { id: survey.id },
    body: { user_survey_id: survey.id, status: 'Completed' },
  })
  return [status, ...(errors ?? []).map((line) => Object.values(line)[0])]
}

test.each([
  ['in its own part', closeoutTemplate],
  ['in other sections', farReaching],
])('the stored progress follows every file that is added or deleted, %s', async (_, template) => {
  survey = await startSurvey(sam, { template })
  expect(await progress()).toEqual([0, 2])
  const { id, photo_details: photos } = await addPhotos(3)
  const remark = template === farReaching ? 1 : 0
  expect(await progress()).toEqual([1, 3 + remark])
  const remove = (photo: string) =>
    sam.api.call(deleteMedia, { query: { user_survey_media_id: id, photo_id: photo } })
  await remove(photos[0]?.id ?? '')
  expect(await progress()).toEqual([1, 2 + remark])
  await remove(photos[1]?.id ?? '')
  expect(await progress()).toEqual([1, 2])
  await remove(photos[2]?.id ?? '')
  expect(await progress()).toEqual([0, 2])
})

test('a photo beside a text does not count', async () => {
  await attach(sam, detailOf(survey, 'Closet', 'Label').id, [await onePhoto(1)])
  expect(await progress()).toEqual([0, 2])
})

test('Submit requires the photos, then enough of them, and no text', async () => {
  await save(sam, survey, [{ in: 'Closet', field: 'Label', field_value: 'IDF 3' }])
  expect((await submit())[0]).toBe(422)
  await addPhotos(1)
  expect(await submit()).toEqual([422, expect.any(String), 'Add at least 2 photos.'])
  await attach(sam, views(), [await onePhoto(9)])
  expect(await submit()).toEqual([200])
})

test('the server rejects videos, and more photos than the field accepts, as a whole', async () => {
  expect(await tryUpload(views(), await videoPart())).toEqual([422, 'This field accepts photos only.'])
  const tour = detailOf(survey, 'Closet', 'Tour').id
  expect(await tryUpload(tour, await onePhoto(1))).toEqual([422, 'This field accepts videos only.'])
  await addPhotos(2)
  const more = [await onePhoto(7), await onePhoto(8)]
  expect(await tryUpload(views(), ...more)).toEqual([422, 'This field accepts at most 3 photos.'])
  expect(detailOf(await readSurvey(sam, survey.id), 'Closet', 'Views').photos).toHaveLength(2)
  expect((await tryUpload(views(), await onePhoto(7)))[0]).toBe(201)
  expect(await progress()).toEqual([1, 3])
})

test('of two devices that add the last photo the second is rejected, and nothing of it is stored', async () => {
  await addPhotos(2)
  const both = await Promise.all([
    tryUpload(views(), await onePhoto(7)),
    tryUpload(views(), await onePhoto(8)),
  ])
  expect(both.map(([status]) => status).sort()).toEqual([201, 422])
  expect(detailOf(await readSurvey(sam, survey.id), 'Closet', 'Views').photos).toHaveLength(3)
})

async function withSecond() {
  await save(sam, survey, [{ in: 'Closet', field: 'Label', field_value: 'IDF 3' }])
  const added = await addPhotos(2)
  const section = sectionNamed(survey, 'Closet').id
  const body = { user_survey_id: survey.id, user_survey_section_id: section }
  const { status } = await sam.api.call(addSimilar, { body })
  expect(status).toBe(201)
  survey = await readSurvey(sam, survey.id)
  return added
}

test('adding a sub-section requires the photos, unless a device sends an id and may still hold them', async () => {
  await save(sam, survey, [{ in: 'Closet', field: 'Label', field_value: 'IDF 3' }])
  const body = { user_survey_id: survey.id, user_survey_section_id: sectionNamed(survey, 'Closet').id }
  expect((await sam.api.call(addSimilar, { body })).status).toBe(422)
  expect((await sam.api.call(addSimilar, { body: { ...body, id: newId() } })).status).toBe(201)
  expect(await progress()).toEqual([1, 4])
})

test('copies count, and are rejected beyond the maximum', async () => {
  const { photo_details: photos } = await withSecond()
  expect(await progress()).toEqual([2, 4])
  const copy = (ids: readonly string[]) =>
    sam.api.call(copyMedia, {
      body: {
        user_survey_sub_section_detail_id: views(1),
        attached_photos: ids.map((id) => ({ id })),
      },
    })
  const ids = photos.map(({ id }) => id)
  expect((await copy(ids)).status).toBe(201)
  expect(await progress()).toEqual([3, 4])
  expect((await copy(ids)).status).toBe(422)
  expect(await progress()).toEqual([3, 4])
})

test('deleting a sub-section uncounts its photos; late photos are restored up to the maximum', async () => {
  await withSecond()
  const gone = { answer: views(1), part: partOf(survey, 'Closet', 1).id }
  await attach(sam, gone.answer, [await onePhoto(5)])
  expect(await progress()).toEqual([3, 4])
  const query = {
    user_survey_id: survey.id,
    user_survey_section_id: sectionNamed(survey, 'Closet').id,
    user_survey_sub_section_id: gone.part,
  }
  await sam.api.call(removeSimilar, { query })
  expect(await progress()).toEqual([2, 2])
  await attach(sam, gone.answer, [await onePhoto(6), await onePhoto(7)])
  expect(await progress()).toEqual([2, 2])
  const { body } = await sam.api.call(recoveredAnswers, { params: { id: survey.id } })
  const late = body.data.map(({ id }) => id)
  expect(late).toHaveLength(2)
  const restore = (photo = '') =>
    sam.api.call(restoreRecovered, {
      params: { id: survey.id, recovered_id: photo },
      body: { user_survey_sub_section_id: partOf(survey, 'Closet').id },
    })
  expect((await restore(late[0])).status).toBe(200)
  expect(await progress()).toEqual([2, 3])
  const refused = await restore(late[1])
  expect([refused.status, refused.errors?.[0]?.message]).toEqual([
    422,
    'This field accepts at most 3 photos.',
  ])
})
