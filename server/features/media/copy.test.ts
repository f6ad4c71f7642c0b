import { v7 as newId, v4 as newKey } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { copyMedia, deleteMedia, describeMedia, mediaCounts } from '#contract/media/media.ts'
import { addSimilar, type SurveyDetail } from '#contract/surveys/surveys.ts'
import { copyData } from '#contract/surveys/surveys-copy.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { attach, phonePhoto, photoPart, videoPart } from '#server/testing/media.ts'
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
import { forgetUnshownFiles } from './data.ts'

let here: TestApp
let sam: MadeAccount
let eve: MadeAccount
/** Two floors: the first filled, with a photo and a video on 'Riser', the second empty. */
let survey: SurveyDetail
let photo: { id: string; media_id: string; byte_size: number }
let video: { id: string }

beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  sam = await here.make.account()
  eve = await here.make.account()
})
afterAll(() => here.close())
beforeEach(async () => {
  const started = await startSurvey(sam)
  await save(sam, started, allMandatory)
  const files = [photoPart(await phonePhoto(), 'riser door.jpg'), await videoPart()]
  const added = await attach(sam, detailOf(started, 'Floor', 'Riser').id, files, ['Riser door', 'Walk'])
  photo = added.photo_details[0] ?? fail()
  video = added.media_details[0] ?? fail()
  await sam.api.call(addSimilar, {
    body: { user_survey_id: started.id, user_survey_section_id: sectionNamed(started, 'Floor').id },
  })
  survey = await readSurvey(sam, started.id)
})

function fail(): never {
  throw new Error('Nothing was uploaded')
}

const riser = (index: number) => detailOf(survey, 'Floor', 'Riser', index)

function copy(by: MadeAccount, more: object = {}, key = newKey()) {
  const body = {
    user_survey_sub_section_detail_id: riser(1).id,
    attached_photos: [{ id: photo.id, description: 'Riser door' }],
    attached_videos: [{ id: video.id }],
    ...more,
  }
  return by.api.call(copyMedia, { body }, { key })
}

async function count(): Promise<number> {
  const { body } = await sam.api.call(mediaCounts, { query: { user_survey_id: survey.id } })
  return body.uploaded_file_details.total_uploaded_files
}

function source(by: MadeAccount | TestApp, more: Record<string, string> = {}) {
  const query = {
    user_survey_id: survey.id,
    user_survey_section_id: sectionNamed(survey, 'Floor').id,
    user_survey_sub_section_id: partOf(survey, 'Floor', 1).id,
    ...more,
  }
  return by.api.call(copyData, { query })
}

describe('authorization', () => {
  test('copying requires a full session and both surveys to be the caller’s own', async () => {
    const restricted = await here.make.account({ passwordIsOwn: false })
    const theirs = await startSurvey(eve)
    const own = detailOf(theirs, 'Floor', 'Riser').id
    const refused = [
      await here.api.call(copyMedia, { body: { user_survey_sub_section_detail_id: riser(1).id } }),
      await copy(restricted),
      await copy(eve),
      await copy(sam, { user_survey_sub_section_detail_id: newId() }),
      await copy(eve, { user_survey_sub_section_detail_id: own }),
      await copy(sam, { user_survey_sub_section_detail_id: own }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([401, 403, 404, 404, 404, 404])
    expect(refused[2]?.errors).toEqual(refused[3]?.errors)
    expect(await count()).toBe(2)
  })

  test('a photo of another survey, or an unknown one, is not found, and nothing is copied', async () => {
    const other = await startSurvey(sam)
    const [far] = (await attach(sam, detailOf(other, 'Floor', 'Riser').id, [photoPart(await phonePhoto(9))]))
      .photo_details
    for (const attached_photos of [
      [{ id: photo.id }, { id: far?.id ?? '' }],
      [{ id: photo.id }, { id: newId() }],
      [{ id: video.id }],
    ]) {
      expect((await copy(sam, { attached_photos })).status).toBe(404)
    }
    expect(await count()).toBe(2)
  })

  test('only the owner reads the source of a copy', async () => {
    const restricted = await here.make.account({ passwordIsOwn: false })
    const statuses = [
      (await source(here)).status,
      (await source(restricted)).status,
      (await source(eve)).status,
      (await source(sam, { user_survey_id: newId() })).status,
      (await source(sam, { user_survey_section_id: sectionNamed(survey, 'Building').id })).status,
      (await source(sam, { user_survey_sub_section_id: partOf(survey, 'Building').id })).status,
    ]
    expect(statuses).toEqual([401, 403, 404, 404, 404, 404])
  })
})

describe('the data of the last filled', () => {
  test('are the answers and media of the sub-section before', async () => {
    const { body } = await source(sam)
    const { attributes } = body.data
    expect(attributes.user_survey_sub_section_name).toBe('Floor 1')
    const details = attributes.user_survey_sub_section_details
    expect(details.find(({ field_name }) => field_name === 'Wiring')?.field_value_multiple).toEqual([
      'Copper',
      'Fiber',
    ])
    expect(details.find(({ field_name }) => field_name === 'Riser')?.photos).toHaveLength(1)
  })

  test('are missing before the first, and in sections without that option', async () => {
    const first = await source(sam, { user_survey_sub_section_id: partOf(survey, 'Floor').id })
    expect([first.status, first.errors]).toEqual([422, [{ message: 'There is no earlier part to copy.' }]])
    const building = {
      user_survey_section_id: sectionNamed(survey, 'Building').id,
      user_survey_sub_section_id: partOf(survey, 'Building').id,
    }
    expect((await source(sam, building)).status).toBe(422)
  })
})

describe('copied files', () => {
  test('have the same bytes, their own ids, and their origin', async () => {
    const copyId = newId()
    const { status, body } = await copy(sam, { attached_photos: [{ id: photo.id, copy_id: copyId }] })
    expect(status).toBe(201)
    const [copied] = body.data.attributes.photo_details
    expect(copied).toMatchObject({
      id: copyId,
      description: 'Riser door',
      copied_from: photo.id,
      byte_size: photo.byte_size,
    })
    expect(body.data.attributes.media_details).toMatchObject([{ description: 'Walk', copied_from: video.id }])
    const after = await readSurvey(sam, survey.id)
    expect(detailOf(after, 'Floor', 'Riser', 1).photos.map(({ id }) => id)).toEqual([copyId])
    const [mine, theirs] = [
      await here.api.open(copied?.url ?? ''),
      await here.api.open(copied?.original_url ?? ''),
    ]
    expect([mine.statusCode, theirs.statusCode]).toEqual([200, 200])
  })

  test('outlive the original, and the original outlives them', async () => {
    const first = (await copy(sam)).body.data.attributes
    const second = (await copy(sam)).body.data.attributes
    const [one, two] = [first.photo_details[0], second.photo_details[0]]
    const remove = (id = '', upload = '') =>
      sam.api.call(deleteMedia, { query: { user_survey_media_id: upload, photo_id: id } })
    expect((await remove(one?.id, one?.media_id)).status).toBe(200)
    expect((await remove(photo.id, photo.media_id)).status).toBe(200)
    expect(await forgetUnshownFiles(here.context.db, new Date(Date.now() + 3_600_000))).toEqual([])
    expect((await here.api.open(two?.url ?? '')).statusCode).toBe(200)
    expect((await remove(two?.id, two?.media_id)).status).toBe(200)
    const free = await forgetUnshownFiles(here.context.db, new Date(Date.now() + 3_600_000))
    expect(free.length).toBeGreaterThan(0)
  })

  test('are made once, however often they are requested', async () => {
    const [id, key] = [newId(), newKey()]
    const first = await copy(sam, { id }, key)
    const again = await copy(sam, { id }, key)
    expect(again.body.data.attributes.id).toBe(first.body.data.attributes.id)
    expect((await copy(sam, { id })).status).toBe(201)
    expect(await count()).toBe(4)
    expect((await copy(sam, { id, attached_videos: [] })).status).toBe(409)
    const taken = { attached_photos: [{ id: photo.id, copy_id: photo.id }] }
    expect((await copy(sam, taken)).status).toBe(409)
    expect((await copy(sam, { id: newId() }, key)).status).toBe(422)
    expect(await count()).toBe(4)
  })

  test('respect the limits of a field', async () => {
    expect((await copy(sam, { attached_photos: [], attached_videos: [] })).errors).toEqual([
      { message: 'Please choose a file.' },
    ])
    const plain = detailOf(survey, 'Floor', 'Floor name', 1).id
    expect((await copy(sam, { user_survey_sub_section_detail_id: plain })).status).toBe(422)
    for (let upload = 0; upload < 10; upload++) expect((await copy(sam)).status).toBe(201)
    expect((await copy(sam)).errors).toEqual([{ message: 'You have reached 10 uploads' }])
  })
})

test('a copied answer has its mark until it is answered', async () => {
  const from = partOf(survey, 'Floor').id
  const field = { in: 'Floor', field: 'Floor name', index: 1, field_value: 'Ground floor' }
  const saved = await save(sam, survey, [
    { ...field, copied_from: from, edited_at: '2026-05-01T10:20:30Z', base_revision: 0 },
  ])
  expect(saved.body.data.attributes.saved).toMatchObject([{ revision: 1 }])
  const marked = await readSurvey(sam, survey.id)
  expect(detailOf(marked, 'Floor', 'Floor name', 1).copied_from).toBe(from)
  const checked = { ...field, edited_at: '2026-05-01T10:21:30Z', base_revision: 1 }
  const { conflicts } = (await save(sam, survey, [checked])).body.data.attributes
  expect(conflicts).toEqual([])
  const after = await readSurvey(sam, survey.id)
  expect(detailOf(after, 'Floor', 'Floor name', 1)).toMatchObject({
    field_value: 'Ground floor',
    copied_from: null,
    revision: 2,
  })
})

test('a copy that is captioned again, even with the same text, counts as checked', async () => {
  const copied = (await copy(sam)).body.data.attributes.photo_details[0] ?? fail()
  const shown = async () => detailOf(await readSurvey(sam, survey.id), 'Floor', 'Riser', 1).photos[0]
  expect(await shown()).toMatchObject({ id: copied.id, copied_from: photo.id })
  expect(await shown()).not.toHaveProperty('copy_checked')
  const body = { user_survey_media_id: copied.media_id, photo_id: copied.id, description: 'Riser door' }
  expect((await eve.api.call(describeMedia, { body })).status).toBe(404)
  expect(await shown()).not.toHaveProperty('copy_checked')
  expect((await sam.api.call(describeMedia, { body })).status).toBe(200)
  expect(await shown()).toMatchObject({ copied_from: photo.id, copy_checked: true })
})
