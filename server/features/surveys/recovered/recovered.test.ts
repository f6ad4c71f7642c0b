import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mediaFile } from '#contract/media/media.ts'
import { answerHistory } from '#contract/surveys/answer-history.ts'
import { dismissRecovered, recoveredAnswers, restoreRecovered } from '#contract/surveys/survey-recovered.ts'
import { addSimilar, removeSimilar, type SurveyDetail } from '#contract/surveys/surveys.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { attach, phonePhoto, photoPart } from '#server/testing/media.ts'
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
  sam = await here.make.account()
  eve = await here.make.account()
})
afterAll(() => here.close())

/** Two buildings, the second with this name and deleted; anything sent for it afterwards is recovered. */
async function oneGone(name = ''): Promise<SurveyDetail> {
  const { id } = await startSurvey(sam)
  await save(sam, await readSurvey(sam, id), allMandatory)
  const section = sectionNamed(await readSurvey(sam, id), 'Building').id
  await sam.api.call(addSimilar, { body: { user_survey_id: id, user_survey_section_id: section } })
  const survey = await readSurvey(sam, id)
  if (name !== '') await save(sam, survey, [{ ...late, field_value: name }])
  const earlier = detailOf(survey, 'Building', 'Notes', 1).id
  await attach(sam, earlier, [photoPart(await phonePhoto(9), 'with it.jpg')])
  await sam.api.call(removeSimilar, {
    query: {
      user_survey_id: id,
      user_survey_section_id: section,
      user_survey_sub_section_id: partOf(survey, 'Building', 1).id,
    },
  })
  return survey
}

const late = { in: 'Building', index: 1, field: 'Building name', field_value: 'North wing' } as const

async function sendLate(survey: SurveyDetail) {
  await save(sam, survey, [{ ...late, edited_at: '2026-05-01T10:00:00.000Z' }])
  const detail = detailOf(survey, 'Building', 'Notes', 1).id
  await attach(sam, detail, [photoPart(await phonePhoto(), 'late.jpg')], ['The crack'])
}

async function recoveredIn({ id }: { id: string }) {
  const { body } = await sam.api.call(recoveredAnswers, { params: { id } })
  const find = (type: string) => body.data.find((one) => one.type === type)
  return { all: body.data, value: find('recovered_answer'), photo: find('recovered_media') }
}

function into(
  survey: SurveyDetail,
  recovered: { id: string } | undefined,
  part = partOf(survey, 'Building'),
) {
  return {
    params: { id: survey.id, recovered_id: recovered?.id ?? '' },
    body: { user_survey_sub_section_id: part.id },
  }
}

test('recovered items are only for members of the survey', async () => {
  const survey = await oneGone()
  await sendLate(survey)
  const { value } = await recoveredIn(survey)
  const restricted = await here.make.account({ passwordIsOwn: false })
  for (const { api } of [here, restricted, eve]) {
    const dismissal = { params: { id: survey.id, recovered_id: value?.id ?? '' } }
    const refused = [
      await api.call(restoreRecovered, into(survey, value)),
      await api.call(dismissRecovered, dismissal),
    ]
    const status = api === here.api ? 401 : api === restricted.api ? 403 : 404
    expect(refused.map((one) => one.status)).toEqual([status, status])
  }
  expect((await recoveredIn(survey)).all).toHaveLength(2)
})

test('contains place, value, editor and time', async () => {
  const survey = await oneGone()
  await sendLate(survey)
  const { all, value, photo } = await recoveredIn(survey)
  expect(all).toHaveLength(2)
  const place = { section_id: sectionNamed(survey, 'Building').id, section_name: 'Building' }
  expect(value?.attributes).toMatchObject({
    ...{ ...place, field_name: 'Building name', field_type: 'text', field_value: 'North wing', media: null },
    ...{ edited_by: 'Sam Rivera', edited_at: '2026-05-01T10:00:00.000Z' },
  })
  expect(photo?.attributes).toMatchObject({
    ...{ ...place, field_name: 'Notes', field_value: '', edited_by: 'Sam Rivera' },
    media: { id: photo?.id, filename: 'late.jpg', description: 'The crack' },
  })
  const shown = await here.api.open(photo?.attributes.media?.url ?? '')
  expect([shown.statusCode, mediaFile.access]).toEqual([200, 'ticket'])
})

test('a deleted sub-section is named by its identity', async () => {
  const [named, unnamed] = [await oneGone('West wing'), await oneGone()]
  for (const [survey, called] of [
    [named, 'West wing'],
    [unnamed, ''],
  ] as const) {
    await attach(sam, detailOf(survey, 'Building', 'Notes', 1).id, [
      photoPart(await phonePhoto(), 'late.jpg'),
    ])
    const { photo } = await recoveredIn(survey)
    expect(photo?.attributes.sub_section_title).toBe(called)
  }
})

describe('restoring', () => {
  test('a value is an edit made now, with the previous value in the history', async () => {
    const survey = await oneGone()
    await sendLate(survey)
    const { value } = await recoveredIn(survey)
    for (const _ of [1, 2]) {
      const { status, body } = await sam.api.call(restoreRecovered, into(survey, value))
      expect([status, body.data.id]).toEqual([200, sectionNamed(survey, 'Building').id])
    }
    const name = detailOf(await readSurvey(sam, survey.id), 'Building', 'Building name')
    expect(name).toMatchObject({ field_value: 'North wing', revision: 2 })
    const history = await sam.api.call(answerHistory, {
      params: { id: survey.id },
      query: { detail_id: name.id },
    })
    expect(history.body.data.map(({ attributes }) => attributes)).toMatchObject([
      { field_value: 'East wing', outcome: 'replaced' },
    ])
    expect((await recoveredIn(survey)).value).toBeUndefined()
    // A device that was offline sends the same again: not recovered a second time.
    await save(sam, survey, [{ ...late, edited_at: '2026-05-01T10:00:00.000Z' }])
    expect((await recoveredIn(survey)).value).toBeUndefined()
  })

  test('a photo moves with its description, and further ones share its upload', async () => {
    const survey = await oneGone()
    await sendLate(survey)
    await attach(sam, detailOf(survey, 'Building', 'Notes', 1).id, [photoPart(await phonePhoto(2), 'b.jpg')])
    const photos = (await recoveredIn(survey)).all.filter(({ type }) => type === 'recovered_media')
    expect(photos).toHaveLength(2)
    for (const photo of [...photos, ...photos])
      expect((await sam.api.call(restoreRecovered, into(survey, photo))).status).toBe(200)
    const moved = detailOf(await readSurvey(sam, survey.id), 'Building', 'Notes').photos
    expect(moved.map(({ filename, description }) => [filename, description])).toEqual([
      ['late.jpg', 'The crack'],
      ['b.jpg', ''],
    ])
    expect(new Set(moved.map(({ media_id }) => media_id)).size).toBe(1)
    for (const { url } of moved) expect((await here.api.open(url)).statusCode).toBe(200)
    expect((await recoveredIn(survey)).photo).toBeUndefined()
  })

  test('only works into a sub-section of the same section and survey', async () => {
    const [survey, other] = [await oneGone(), await oneGone()]
    await sendLate(survey)
    const { value, photo } = await recoveredIn(survey)
    const elsewhere = [partOf(survey, 'Floor'), partOf(survey, 'Building', 1), partOf(other, 'Building')]
    for (const recovered of [value, photo])
      for (const part of elsewhere)
        expect((await sam.api.call(restoreRecovered, into(survey, recovered, part))).status).toBe(404)
    const unknown = await sam.api.call(restoreRecovered, into(survey, { id: newId() }))
    const foreign = await sam.api.call(restoreRecovered, into(other, value))
    expect([unknown.status, foreign.status]).toEqual([404, 404])
    expect((await recoveredIn(survey)).all).toHaveLength(2)
  })
})

test('a dismissed item no longer appears, however often it is sent', async () => {
  const survey = await oneGone()
  await sendLate(survey)
  for (const one of (await recoveredIn(survey)).all)
    for (const _ of [1, 2]) {
      const params = { id: survey.id, recovered_id: one.id }
      expect((await sam.api.call(dismissRecovered, { params })).status).toBe(200)
    }
  expect((await recoveredIn(survey)).all).toEqual([])
  const shown = detailOf(await readSurvey(sam, survey.id), 'Building', 'Notes').id
  const upload = await attach(sam, shown, [photoPart(await phonePhoto(3))])
  for (const id of [newId(), upload.photo_details[0]?.id ?? '']) {
    const params = { id: survey.id, recovered_id: id }
    expect((await sam.api.call(dismissRecovered, { params })).status).toBe(404)
  }
})
