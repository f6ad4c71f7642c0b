import { afterAll, beforeAll, expect, test } from 'vitest'
import { mediaCounts } from '#contract/media/media.ts'
import { zipDownload } from '#contract/sharing/reports.ts'
import {
  addSimilar,
  createSurvey,
  listSurveys,
  removeSimilar,
  type SurveyDetail,
  submitSurvey,
} from '#contract/surveys/surveys.ts'
import { addMissingTemplates } from '#server/features/templates/data.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { attach, phonePhoto, photoPart } from '#server/testing/media.ts'
import { type Change, detailOf, partOf, readSurvey, save, sectionNamed } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { fromBuffer, listZip } from '#server/testing/unzipped.ts'
import { logicTemplate } from '#survey/testing/sample-logic.ts'

let here: TestApp
let sam: MadeAccount
beforeAll(async () => {
  here = await testApp()
  await addMissingTemplates(here.context.db, [{ ...logicTemplate, series: 'logic' }])
  sam = await here.make.account()
})
afterAll(() => here.close())

const house: Change = { in: 'Site', field: 'Kind', field_value: 'House' }
const tower: Change = { in: 'Site', field: 'Kind', field_value: 'Tower' }
const unit: readonly Change[] = [
  { in: 'Unit', field: 'Unit name', field_value: '1A' },
  { in: 'Unit', field: 'Area', field_value: '40.5' },
]

async function begin(): Promise<SurveyDetail> {
  const { body } = await sam.api.call(createSurvey, {
    body: { survey_template_id: logicTemplate.id, survey_name: 'Conditions', owner_name: 'Mrs Dudley' },
  })
  return body.data.attributes
}

/** The progress in the list, from stored counts, and in the detail, which computes it. */
async function progressOf(survey: SurveyDetail): Promise<readonly string[]> {
  const { body } = await sam.api.call(listSurveys, { query: {} })
  const listed = body.data.find(({ id }) => id === survey.id)
  return [listed?.attributes.progress ?? '', (await readSurvey(sam, survey.id)).progress]
}

function submit(survey: SurveyDetail) {
  return sam.api.call(submitSurvey, { params: { id: survey.id }, body: { status: 'Completed' } })
}

test('the stored progress follows conditions through every kind of change', async () => {
  const survey = await begin()
  expect(await progressOf(survey)).toEqual(['0% completed', '0% completed'])
  const { body } = await save(sam, survey, [house, ...unit])
  expect(body.data.attributes.progress).toBe('100% completed')
  expect(await progressOf(survey)).toEqual(['100% completed', '100% completed'])
  const shown = await save(sam, survey, [tower])
  expect(shown.body.data.attributes.progress).toBe('75% completed')
  await save(sam, survey, [house])
  const added = await sam.api.call(addSimilar, {
    body: { user_survey_id: survey.id, user_survey_section_id: sectionNamed(survey, 'Unit').id },
  })
  expect(added.status).toBe(201)
  expect(await progressOf(survey)).toEqual(['60% completed', '60% completed'])
  const now = await readSurvey(sam, survey.id)
  await save(sam, now, [{ in: 'Unit', index: 1, field: 'Wiring', field_value_multiple: ['Fiber cable'] }])
  expect(await progressOf(survey)).toEqual(['50% completed', '50% completed'])
  await sam.api.call(removeSimilar, {
    query: {
      user_survey_id: survey.id,
      user_survey_section_id: sectionNamed(survey, 'Unit').id,
      user_survey_sub_section_id: partOf(now, 'Unit', 1).id,
    },
  })
  expect(await progressOf(survey)).toEqual(['100% completed', '100% completed'])
})

test('a condition on another section decides whether a sub-section can be added', async () => {
  const survey = await begin()
  const wanted = {
    body: { user_survey_id: survey.id, user_survey_section_id: sectionNamed(survey, 'Unit').id },
  }
  await save(sam, survey, [...unit, { in: 'Unit', field: 'Wiring', field_value_multiple: ['Fiber cable'] }])
  const refused = await sam.api.call(addSimilar, wanted)
  expect(refused.status).toBe(422)
  expect(refused.errors).toEqual([
    { message: 'Please fill all mandatory fields' },
    { [detailOf(survey, 'Unit', 'Fiber count').id]: 'Please enter data' },
  ])
  await save(sam, survey, [{ in: 'Unit', field: 'Wiring', field_value_multiple: [] }])
  expect((await sam.api.call(addSimilar, wanted)).status).toBe(201)
})

test('a calculated value is returned, and never stored', async () => {
  const survey = await begin()
  const sent = { in: 'Site', field: 'Total area', field_value: '1000' }
  const { status } = await save(sam, survey, [...unit, sent])
  expect(status).toBe(200)
  const now = await readSurvey(sam, survey.id)
  expect(detailOf(now, 'Site', 'Total area')).toMatchObject({ field_value: '40.5', revision: 0 })
  const stored = await here.context.db
    .selectFrom('answer')
    .select('value')
    .where('id', '=', detailOf(now, 'Site', 'Total area').id)
    .executeTakeFirstOrThrow()
  expect(stored.value).toBe('')
})

test('a hidden answer is kept, blocks nothing and reappears', async () => {
  const survey = await begin()
  await save(sam, survey, [tower, ...unit, { in: 'Site', field: 'Floors', field_value: '30' }])
  const refused = await submit(survey)
  expect(refused.errors).toEqual([
    { message: 'Please fill all mandatory fields' },
    { [detailOf(survey, 'Site', 'Why so high').id]: 'Please enter data' },
  ])
  await save(sam, survey, [house])
  expect((await submit(survey)).status).toBe(200)
  expect(detailOf(await readSurvey(sam, survey.id), 'Site', 'Floors').field_value).toBe('30')
})

test('a photo of a hidden answer is not counted or in the zip, and reappears with it', async () => {
  const survey = await begin()
  const floors = (field_value: string) =>
    save(sam, survey, [tower, { in: 'Site', field: 'Floors', field_value }])
  const counts = async () => {
    const query = { user_survey_id: survey.id }
    const { body } = await sam.api.call(mediaCounts, { query })
    const { data } = (await sam.api.call(zipDownload, { query })).body
    const zip = fromBuffer((await here.api.open(data.uploaded_files_winzip)).rawPayload)
    const files = (await listZip(zip)).filter(({ name }) => name.endsWith('.jpg'))
    return [body.uploaded_file_details.total_uploaded_files, files.length]
  }
  await floors('30')
  await attach(sam, detailOf(survey, 'Site', 'Why so high').id, [photoPart(await phonePhoto())])
  expect(await counts()).toEqual([1, 1])
  await floors('3')
  expect(await counts()).toEqual([0, 0])
  await floors('30')
  expect(await counts()).toEqual([1, 1])
})

test('a value that breaks a rule is saved and prevents submission', async () => {
  const survey = await begin()
  const rooms = detailOf(survey, 'Unit', 'Rooms').id
  const built = detailOf(survey, 'Site', 'Built').id
  const saved = await save(sam, survey, [
    ...unit,
    { in: 'Unit', field: 'Rooms', field_value: '50' },
    { in: 'Site', field: 'Built', field_value: '2999-01-01' },
  ])
  expect(saved.status).toBe(200)
  const both = await submit(survey)
  expect(both.status).toBe(422)
  expect(both.errors).toEqual([
    { message: 'Please fill all mandatory fields' },
    { [detailOf(survey, 'Site', 'Kind').id]: 'Please enter data' },
    { [built]: 'The date is in the future.' },
    { [rooms]: 'This answer is not valid.' },
  ])
  await save(sam, survey, [house])
  const rules = await submit(survey)
  expect(rules.status).toBe(422)
  expect(rules.errors).toEqual([
    { message: 'Please correct the marked fields' },
    { [built]: 'The date is in the future.' },
    { [rooms]: 'This answer is not valid.' },
  ])
  expect(await progressOf(survey)).toEqual(['100% completed', '100% completed'])
  await save(sam, survey, [
    { in: 'Unit', field: 'Rooms', field_value: '5' },
    { in: 'Site', field: 'Built', field_value: '' },
  ])
  expect((await submit(survey)).status).toBe(200)
})

test('today in any time zone is not in the future', async () => {
  const survey = await begin()
  const tomorrow = new Date(here.context.clock().getTime() + 14 * 3_600_000).toISOString().slice(0, 10)
  await save(sam, survey, [house, ...unit, { in: 'Site', field: 'Built', field_value: tomorrow }])
  expect((await submit(survey)).status).toBe(200)
})
