import { v7 as newId, v4 as newKey } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addSimilar, listSurveys, submitSurvey } from '#contract/surveys/surveys.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import {
  addSampleTemplate,
  allMandatory,
  detailOf,
  readSurvey,
  save,
  sectionNamed,
  sectionsOf,
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

const completed = { status: 'Completed' as const }

test('submitting requires a full session of the owner', async () => {
  const survey = await startSurvey(sam)
  const params = { id: survey.id }
  const restricted = await here.make.account({ passwordIsOwn: false })
  const body = { survey_name: 'Mine now' }
  const refused = [
    await here.api.call(submitSurvey, { params, body }),
    await restricted.api.call(submitSurvey, { params, body }),
    await eve.api.call(submitSurvey, { params, body }),
    await eve.api.call(submitSurvey, { params: { id: newId() }, body }),
    await sam.api.call(submitSurvey, { params, body: { ...body, user_survey_id: newId() } }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([401, 403, 404, 404, 404])
  expect(refused[2]?.errors).toEqual(refused[3]?.errors)
  expect(await readSurvey(sam, survey.id)).toEqual(survey)
})

test('an answer of another survey is unknown, and nothing is written', async () => {
  const mine = await startSurvey(sam)
  const theirs = await startSurvey(eve)
  const refused = await sam.api.call(submitSurvey, {
    params: { id: mine.id },
    body: {
      survey_name: 'New name',
      user_survey_sections_attributes: [
        ...sectionsOf(mine, allMandatory),
        ...sectionsOf(theirs, allMandatory.slice(0, 1)),
      ],
    },
  })
  expect(refused.status).toBe(404)
  expect(await readSurvey(sam, mine.id)).toEqual(mine)
  expect(await readSurvey(eve, theirs.id)).toEqual(theirs)
})

describe('submitting', () => {
  test('saves the values of the body, checks every section, and completes the survey', async () => {
    const survey = await startSurvey(sam)
    const sent = await sam.api.call(submitSurvey, {
      params: { id: survey.id },
      body: { ...completed, user_survey_sections_attributes: sectionsOf(survey, allMandatory) },
    })
    expect(sent.status).toBe(200)
    expect(sent.body.data.attributes).toMatchObject({ status: 'Completed', progress: 'Completed' })
    expect(await readSurvey(sam, survey.id)).toEqual(sent.body.data.attributes)
    const list = await sam.api.call(listSurveys, { query: {} })
    expect(list.body.data[0]?.attributes).toMatchObject({ status: 'Completed', progress: 'Completed' })
  })

  test('with an empty mandatory field is rejected with a line for each, and saves nothing', async () => {
    const survey = await startSurvey(sam)
    const given = allMandatory.filter(({ field }) => !['Units', 'Room location'].includes(field))
    const refused = await sam.api.call(submitSurvey, {
      params: { id: survey.id },
      body: { ...completed, survey_name: 'New', user_survey_sections_attributes: sectionsOf(survey, given) },
    })
    expect([refused.status, refused.errors]).toEqual([
      422,
      [
        { message: 'Please fill all mandatory fields' },
        { [detailOf(survey, 'Building', 'Units').id]: 'Please enter data' },
        { [detailOf(survey, 'MDF Info', 'Room location').id]: 'Please enter data' },
      ],
    ])
    expect(await readSurvey(sam, survey.id)).toEqual(survey)
  })

  test('checks repeated sub-sections too', async () => {
    const survey = await startSurvey(sam)
    await save(sam, survey, allMandatory)
    const user_survey_section_id = sectionNamed(survey, 'Floor').id
    await sam.api.call(addSimilar, { body: { user_survey_id: survey.id, user_survey_section_id } })
    const refused = await sam.api.call(submitSurvey, { params: { id: survey.id }, body: completed })
    expect([refused.status, refused.errors.length]).toEqual([422, 4])
  })

  test('has no further effect when repeated, with and without a key', async () => {
    const survey = await startSurvey(sam)
    const input = {
      params: { id: survey.id },
      body: { ...completed, user_survey_sections_attributes: sectionsOf(survey, allMandatory) },
    }
    const key = newKey()
    const first = await sam.api.call(submitSurvey, input, { key })
    expect((await sam.api.call(submitSurvey, input, { key })).body).toEqual(first.body)
    const again = await sam.api.call(submitSurvey, input)
    expect([again.status, again.body]).toEqual([200, first.body])
    const other = await sam.api.call(submitSurvey, { ...input, body: { status: 'Started' } }, { key })
    expect(other.status).toBe(422)
  })
})

describe('saving', () => {
  test('with Started reopens a completed survey', async () => {
    const survey = await startSurvey(sam)
    await save(sam, survey, allMandatory)
    await sam.api.call(submitSurvey, { params: { id: survey.id }, body: completed })
    const saved = await sam.api.call(submitSurvey, { params: { id: survey.id }, body: { status: 'Started' } })
    expect(saved.body.data.attributes).toMatchObject({ status: 'Started', progress: '100% completed' })
  })

  test('with Started needs no mandatory field', async () => {
    const survey = await startSurvey(sam)
    const saved = await sam.api.call(submitSurvey, { params: { id: survey.id }, body: { status: 'Started' } })
    expect([saved.status, saved.body.data.attributes]).toEqual([200, survey])
  })

  test('renames the survey, and changes report settings', async () => {
    const survey = await startSurvey(sam)
    here.passTime(1000)
    const { body } = await sam.api.call(submitSurvey, {
      params: { id: survey.id },
      body: { survey_name: ' New name ', owner_name: 'New owner', checkbox_1: false, checkbox_2: true },
    })
    expect(body.data.attributes).toMatchObject({
      survey_name: 'New name',
      owner: 'New owner',
      checkboxes: { checkbox_1: false, checkbox_2: true },
      status: 'Started',
    })
    expect(body.data.attributes.last_edited > survey.last_edited).toBe(true)
    expect(body.data.attributes.date_created).toBe(survey.date_created)
  })

  test('rejects an empty name or an unfit value, and writes nothing', async () => {
    const survey = await startSurvey(sam)
    const params = { id: survey.id }
    const unnamed = await sam.api.call(submitSurvey, {
      params,
      body: { survey_name: ' ', owner_name: 'New' },
    })
    expect([unnamed.status, unnamed.errors]).toEqual([422, [{ survey_name: 'Please enter Survey Name' }]])
    const misfit = await sam.api.call(submitSurvey, {
      params,
      body: {
        owner_name: 'New',
        user_survey_sections_attributes: sectionsOf(survey, [
          { in: 'Building', field: 'Units', field_value: 'many' },
        ]),
      },
    })
    expect(misfit.errors).toEqual([{ [detailOf(survey, 'Building', 'Units').id]: 'Please enter a number' }])
    expect(await readSurvey(sam, survey.id)).toEqual(survey)
  })
})
