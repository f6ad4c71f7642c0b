import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSimilar, type SurveyDetail, submitSurvey } from '#contract/surveys/surveys.ts'
import { templateDetails } from '#contract/templates/templates.ts'
import { addMissingTemplates } from '#server/features/templates/data.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import {
  type Change,
  detailOf,
  readSurvey,
  save,
  sectionNamed,
  startSurvey,
} from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { choicesTemplate } from '#survey/testing/sample-choices.ts'

let here: TestApp
let sam: MadeAccount
beforeAll(async () => {
  here = await testApp()
  await addMissingTemplates(here.context.db, [{ ...choicesTemplate, series: 'choices' }])
  sam = await here.make.account()
})
afterAll(() => here.close())

const begin = () => startSurvey(sam, { template: choicesTemplate })
const north: Change = { in: 'Site', field: 'Building', field_value: 'North tower' }
const south: Change = { in: 'Site', field: 'Building', field_value: 'South tower' }
const roof: Change = { in: 'Site', field: 'Floor', field_value: 'North roof' }

test('a template contains option values and columns, filters and defaults', async () => {
  const { body } = await sam.api.call(templateDetails, { query: { survey_template_id: choicesTemplate.id } })
  const [site] = body.survey_template_details.data.attributes.survey_info_section
  const named = (name: string) =>
    site?.survey_info_section_fields.find(({ field_name }) => field_name === name)
  expect(named('Floor')).toMatchObject({
    field_options: ['North ground', 'North roof', 'South ground'],
    field_option_values: ['n0', 'n1', 's0'],
    field_option_columns: [{ building: 'north' }, { building: 'north' }, { building: 'south' }],
    choice_filter: 'building = ${building}',
  })
  expect(named('Wiring')).toMatchObject({ default_value: 'cu fiber' })
  expect(named('Phone')).toMatchObject({ maximum_length: 20 })
  expect(named('Strands')).not.toHaveProperty('field_option_values')
})

test('any option is saved, and the survey can be submitted once the filters match', async () => {
  const survey = await begin()
  expect((await save(sam, survey, [south, roof])).status).toBe(200)
  const submit = () =>
    sam.api.call(submitSurvey, { params: { id: survey.id }, body: { status: 'Completed' } })
  const refused = await submit()
  expect(refused.status).toBe(422)
  expect(refused.errors.at(-1)).toEqual({
    [detailOf(survey, 'Site', 'Floor').id]: '“North roof” does not match the other answers.',
  })
  await save(sam, survey, [north])
  expect(detailOf(await readSurvey(sam, survey.id), 'Site', 'Said').field_value).toBe('n1 North roof cu 2')
  expect((await submit()).status).toBe(200)
})

test('a new survey and a new sub-section start with defaults; cleared ones stay empty', async () => {
  const survey = await begin()
  const wiring = (read: SurveyDetail) => detailOf(read, 'Site', 'Wiring')
  expect(wiring(survey)).toMatchObject({
    field_value_multiple: ['Copper', 'Optical fiber'],
    revision: 0,
    edited_at: null,
  })
  await save(sam, survey, [{ in: 'Site', field: 'Wiring', field_value_multiple: [] }])
  await sam.api.call(addSimilar, {
    body: { user_survey_id: survey.id, user_survey_section_id: sectionNamed(survey, 'Room').id },
  })
  const now = await readSurvey(sam, survey.id)
  expect(wiring(now).field_value_multiple).toEqual([])
  expect(detailOf(now, 'Room', 'Reading', 1)).toMatchObject({ field_value: '3', revision: 0 })
})

test('a default sent by another device does not undo a newer answer', async () => {
  const survey = await begin()
  const other = await here.make.again(sam)
  await readSurvey(other, survey.id)
  await save(sam, survey, [{ in: 'Room', field: 'Reading', field_value: '7' }])
  const sent = await save(other, survey, [{ in: 'Room', field: 'Reading', field_value: '3' }])
  expect(sent.status).toBe(200)
  expect(detailOf(await readSurvey(sam, survey.id), 'Room', 'Reading').field_value).toBe('7')
})

test('the size of a survey includes its defaults', async () => {
  const { id } = await begin()
  const { bytes } = await here.context.db
    .selectFrom('survey')
    .select('bytes')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const answers = choicesTemplate.sections.flatMap(({ fields }) => fields).length
  expect(Number(bytes)).toBe(answers * 300 + 'CopperOptical fiber'.length + '3'.length)
})
