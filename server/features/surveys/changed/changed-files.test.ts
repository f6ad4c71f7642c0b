import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { deleteMedia, describeMedia } from '#contract/media/media.ts'
import { addMember, removeMember } from '#contract/sharing/members.ts'
import { changedFiles } from '#contract/surveys/survey-changed.ts'
import {
  addSimilar,
  deleteSurvey,
  removeSimilar,
  type SurveyDetail,
  submitSurvey,
} from '#contract/surveys/surveys.ts'
import type { ApiClient } from '#server/testing/api.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { attach, phonePhoto, photoPart, videoPart } from '#server/testing/media.ts'
import { addPhoto } from '#server/testing/photos.ts'
import { share } from '#server/testing/shared-survey.ts'
import {
  addSampleTemplate,
  allMandatory,
  detailOf,
  partOf,
  readSurvey,
  save,
  sectionNamed,
  startSurvey,
} from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
let sam: MadeAccount
let eve: MadeAccount
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  sam = await here.make.account({ isProven: true })
  eve = await here.make.account({ isProven: true })
})
afterAll(() => here.close())

function ask({ api }: { readonly api: ApiClient }, { id }: { readonly id: string }, ...answers: string[]) {
  return api.call(changedFiles, { params: { id }, query: { answers: answers.join(',') } })
}

const notesOf = (survey: SurveyDetail, index = 0) => detailOf(survey, 'Building', 'Notes', index)

test('rejects strangers, guests, removed members, and all callers once the survey is deleted', async () => {
  const survey = await startSurvey(sam)
  await addPhoto(here, sam.id, survey)
  const { id } = notesOf(survey)
  const guest = await share(sam, survey.id)
  const asGuest = await here.app.inject({
    url: `/api${changedFiles.path.replace('{id}', survey.id)}?answers=${id}&guest_survey_id=${guest}`,
  })
  expect([(await ask(here, survey, id)).status, asGuest.statusCode]).toEqual([401, 401])
  expect((await ask(eve, survey, id)).status).toBe(404)
  const at = { params: { id: survey.id } }
  const added = await sam.api.call(addMember, { ...at, body: { email: eve.email, role: 'viewer' } })
  expect((await ask(eve, survey, id)).body.data).toHaveLength(1)
  const params = { id: survey.id, member_id: added.body.data.id }
  await sam.api.call(removeMember, { params })
  expect((await ask(eve, survey, id)).status).toBe(404)
  await sam.api.call(deleteSurvey, at)
  expect((await ask(sam, survey, id)).status).toBe(404)
})

test('answers of another survey, of deleted sub-sections and unknown ones are left out', async () => {
  const [survey, other] = [await startSurvey(sam), await startSurvey(eve)]
  await addPhoto(here, eve.id, other, 'Private')
  await save(sam, survey, allMandatory)
  const user_survey_section_id = sectionNamed(survey, 'Building').id
  const place = { user_survey_id: survey.id, user_survey_section_id }
  await sam.api.call(addSimilar, { body: place })
  const wide = await readSurvey(sam, survey.id)
  await attach(sam, notesOf(wide, 1).id, [photoPart(await phonePhoto())])
  const user_survey_sub_section_id = partOf(wide, 'Building', 1).id
  await sam.api.call(removeSimilar, { query: { ...place, user_survey_sub_section_id } })
  const { body } = await ask(sam, survey, notesOf(other).id, notesOf(wide, 1).id, newId(), notesOf(wide).id)
  expect(body.data.map(({ id }) => id)).toEqual([notesOf(wide).id])
})

test('returns the files, the progress and the change since submission as the survey does', async () => {
  const survey = await startSurvey(sam)
  await save(sam, survey, allMandatory)
  await sam.api.call(submitSurvey, { params: { id: survey.id }, body: { status: 'Completed' } })
  const [notes, riser] = [notesOf(survey).id, detailOf(survey, 'Floor', 'Riser').id]
  const upload = await attach(sam, notes, [photoPart(await phonePhoto()), await videoPart()], ['The gate'])
  const name = { user_survey_media_id: upload.id, photo_id: upload.photo_details[0]?.id ?? '' }
  const compare = async () => {
    const whole = await readSurvey(sam, survey.id)
    const { body } = await ask(sam, survey, notes, riser, notes)
    const { progress, last_edited, changed_since_submission = null } = whole
    expect(body.meta).toEqual({ progress, last_edited, changed_since_submission })
    const files = ({ photos, videos }: ReturnType<typeof notesOf>) => ({ photos, videos })
    const expected = new Map([
      [notes, files(notesOf(whole))],
      [riser, files(detailOf(whole, 'Floor', 'Riser'))],
    ])
    expect(new Map(body.data.map(({ id, attributes }) => [id, attributes]))).toEqual(expected)
    return expected.get(notes)
  }
  expect(await compare()).toMatchObject({ photos: [{ description: 'The gate' }], videos: [{}] })
  await sam.api.call(describeMedia, { body: { ...name, description: 'The crack' } })
  expect(await compare()).toMatchObject({ photos: [{ description: 'The crack' }] })
  await sam.api.call(deleteMedia, { query: name })
  expect(await compare()).toMatchObject({ photos: [], videos: [{}] })
})

test('names are limited in number and form before anything is read', async () => {
  const survey = await startSurvey(sam)
  const many = Array.from({ length: limits.changedFilesMax }, () => newId())
  expect((await ask(sam, survey, ...many)).body.data).toEqual([])
  const rejected = [
    await ask(sam, survey, ...many, newId()),
    await ask(sam, survey, 'x'),
    await ask(sam, survey),
  ]
  expect(rejected.map(({ status }) => status)).toEqual([422, 422, 422])
})
