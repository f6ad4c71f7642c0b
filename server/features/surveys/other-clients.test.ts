import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SurveyDetail } from '#contract/surveys/surveys.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import {
  addSampleTemplate,
  allMandatory,
  detailOf,
  partOf,
  readSurvey,
  sampleTemplate,
  save,
  sectionNamed,
  startSurvey,
} from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

/** Calls of clients other than the web app, written only from the API description. */
let here: TestApp
let sam: MadeAccount
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  sam = await here.make.account()
})
afterAll(() => here.close())

const base = '/api/bx_block_survey/users_survey'

/** Sends a JSON content type in every call, even without a body. */
async function send(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: unknown) {
  const response = await here.app.inject({
    method,
    url,
    headers: { token: sam.api.token ?? '', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  return { status: response.statusCode, body: response.json() }
}

type Sent = Readonly<Record<string, unknown>>

function autoSave(survey: SurveyDetail, details: readonly Sent[], section = 'Building') {
  const [found, part] = [sectionNamed(survey, section), partOf(survey, section)]
  return send('PUT', `${base}/auto_save_survey_details`, {
    user_survey_id: survey.id,
    survey_template_id: survey.survey_template_id,
    survey_name: survey.survey_name,
    user_survey_sections_attributes: [
      {
        id: found.id,
        user_survey_section_name: found.user_survey_section_name,
        user_survey_sub_sections_attributes: [
          {
            id: part.id,
            user_survey_sub_section_name: part.user_survey_sub_section_name,
            user_survey_sub_section_details_attributes: details,
          },
        ],
      },
    ],
  })
}

test('a call without a body may have a JSON content type', async () => {
  const survey = await startSurvey(sam)
  await save(sam, survey, allMandatory)
  const added = await send('POST', `${base}/add_similar_section_details`, {
    survey_template_id: survey.survey_template_id,
    user_survey_id: survey.id,
    user_survey_section_id: sectionNamed(survey, 'Building').id,
  })
  const [, second] = added.body.data.attributes.user_survey_sub_sections
  const query = new URLSearchParams({
    survey_template_id: survey.survey_template_id,
    user_survey_id: survey.id,
    user_survey_section_id: sectionNamed(survey, 'Building').id,
    user_survey_sub_section_id: second.id,
  })
  const url = `${base}/remove_similar_section_details?${query}`
  expect((await send('DELETE', url)).status).toBe(200)
  expect((await send('GET', `${base}/${survey.id}`)).status).toBe(200)
  expect((await send('DELETE', `${base}/${survey.id}`)).status).toBe(200)
  expect((await send('POST', `${base}/${survey.id}/restore`)).status).toBe(200)
})

test('a call that requires a body is malformed without one', async () => {
  for (const body of [undefined, null, [], 'x', {}])
    expect((await send('PUT', `${base}/auto_save_survey_details`, body)).status).toBe(400)
})

test('details sent back as they were read change nothing', async () => {
  const survey = await startSurvey(sam)
  const details = partOf(survey, 'Building').user_survey_sub_section_details
  const first = await autoSave(survey, details)
  expect([first.status, first.body.data.attributes.conflicts]).toEqual([200, []])
  await save(sam, survey, allMandatory)
  const before = await readSurvey(sam, survey.id)
  const again = await autoSave(before, partOf(before, 'Building').user_survey_sub_section_details)
  expect([again.status, again.body.data.attributes.conflicts]).toEqual([200, []])
  expect(await readSurvey(sam, survey.id)).toEqual(before)
})

test('a detail that was read and changed is saved, back and forth', async () => {
  const survey = await startSurvey(sam)
  for (const field_value of ['North', 'East', 'North', 'Attic']) {
    const read = detailOf(await readSurvey(sam, survey.id), 'Building', 'Building name')
    const { body } = await autoSave(survey, [{ ...read, field_value }])
    expect(body.data.attributes.conflicts).toEqual([])
    const now = detailOf(await readSurvey(sam, survey.id), 'Building', 'Building name')
    expect(now.field_value).toBe(field_value)
  }
})

test.each([
  ['a number', 'Units', 12, '12'],
  ['a number as text', 'Units', '12', '12'],
  ['a number in a text field', 'Building name', 7, '7'],
  ['null', 'Building name', null, ''],
])('%s is accepted', async (_, field, field_value, kept) => {
  const survey = await startSurvey(sam)
  await save(sam, survey, allMandatory)
  const { id } = detailOf(survey, 'Building', field)
  expect((await autoSave(survey, [{ id, field_value, field_options: null, unknown: 1 }])).status).toBe(200)
  expect(detailOf(await readSurvey(sam, survey.id), 'Building', field).field_value).toBe(kept)
})

test.each([-3, 1.5, 1e21, '8.5', '1,234', '1.234', '12\t13'])(
  '%s is rejected for a numeric field',
  async (field_value) => {
    const survey = await startSurvey(sam)
    const { id } = detailOf(survey, 'Building', 'Units')
    const { status, body } = await autoSave(survey, [{ id, field_value }])
    expect([status, body.errors]).toEqual([422, [{ [id]: 'Please enter a number' }]])
  },
)

test('times may have an offset', async () => {
  const survey = await startSurvey(sam)
  const { id } = detailOf(survey, 'Building', 'Building name')
  const edited_at = '2026-01-05T10:30:00+02:00'
  expect((await autoSave(survey, [{ id, field_value: 'West', edited_at }])).status).toBe(200)
  const kept = detailOf(await readSurvey(sam, survey.id), 'Building', 'Building name')
  expect(kept.edited_at).toBe('2026-01-05T08:30:00.000Z')
})

test('sections and sub-sections may be empty', async () => {
  const survey = await startSurvey(sam)
  const { id } = sectionNamed(survey, 'Building')
  const part = { id: partOf(survey, 'Building').id }
  for (const sections of [[], [{ id }], [{ id, user_survey_sub_sections_attributes: [part] }]]) {
    const { status, body } = await send('PUT', `${base}/auto_save_survey_details`, {
      user_survey_id: survey.id,
      user_survey_sections_attributes: sections,
    })
    expect([status, body.data?.attributes.saved]).toEqual([200, []])
  }
})

test.each([
  [{ owner_name: 'Reed' }, [{ survey_name: 'Please enter Survey Name' }]],
  [{ survey_name: 'House', owner_name: null }, [{ owner_name: 'Please enter Property Owner Name' }]],
  [{}, [{ survey_name: 'Please enter Survey Name' }, { owner_name: 'Please enter Property Owner Name' }]],
])('a survey with only %j reports what is missing', async (names, errors) => {
  const answer = await send('POST', base, {
    survey_template_id: sampleTemplate.id,
    status: 'Started',
    ...names,
  })
  expect([answer.status, answer.body.errors]).toEqual([422, errors])
})

test('the two report settings can be written in the form in which they are read', async () => {
  const survey = await startSurvey(sam)
  const checkboxes = { checkbox_1: false, checkbox_2: true }
  const { body } = await send('PATCH', `${base}/${survey.id}`, { user_survey_id: survey.id, checkboxes })
  expect(body.data.attributes.checkboxes).toEqual({
    ...checkboxes,
    show_positions: false,
    show_internal: false,
  })
  expect(body.data.attributes.status).toBe('Started')
})

test('an extra slash is ignored', async () => {
  for (const path of ['/api//bx_block_survey/users_survey', '/api/bx_block_survey/users_survey/'])
    expect((await send('GET', path)).status).toBe(200)
})
