import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { reportDetail } from '#contract/sharing/reports.ts'
import { answerHistory } from '#contract/surveys/answer-history.ts'
import { openSample } from '#contract/surveys/sample.ts'
import { deleteSurvey, submitSurvey, surveyDetail } from '#contract/surveys/surveys.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import {
  addSampleTemplate,
  detailOf,
  partOf,
  readSurvey,
  save,
  sectionNamed,
  startSurvey,
} from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { deriveId } from '#survey/ids.ts'

let here: TestApp
let sam: MadeAccount

beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  sam = await here.make.account()
})
afterAll(() => here.close())

async function open(owner: MadeAccount) {
  const { body } = await owner.api.call(openSample, { body: {} })
  return body.data
}

async function count(what: 'survey' | 'stored_file', owner: MadeAccount): Promise<number> {
  const rows = await here.context.db
    .selectFrom(what)
    .select('id')
    .where('account_id', '=', owner.id)
    .execute()
  return rows.length
}

test('requires a session', async () => {
  expect((await here.api.call(openSample, { body: {} })).status).toBe(401)
})

test('it shows everything that a survey can have', async () => {
  const { id, attributes } = await open(sam)
  const survey = await readSurvey(sam, id)
  expect(survey).toMatchObject({ survey_name: attributes.survey_name, status: 'Started', my_role: 'owner' })
  expect(survey.progress).toBe('100% completed')

  const [plan] = survey.plans ?? []
  const units = sectionNamed(survey, 'Unit Survey').user_survey_sub_sections
  expect(plan?.pins.map((pin) => pin.user_survey_sub_section_id)).toEqual(
    expect.arrayContaining([units[0]?.id, units[1]?.id]),
  )
  expect(partOf(survey, 'IDF detail info').user_survey_sub_section_title).toBe('Telecom closet')

  const answers = survey.user_survey_sections.flatMap((one) =>
    one.user_survey_sub_sections.flatMap((part) => part.user_survey_sub_section_details),
  )
  const photos = answers.flatMap((answer) => answer.photos)
  expect(photos.length).toBeGreaterThan(10)
  expect(photos.filter(({ drawing }) => drawing)).toHaveLength(1)
  const copied = answers.filter(({ copied_from }) => copied_from)
  expect(copied.length).toBeGreaterThan(10)
  expect(new Set(copied.map(({ copied_from }) => copied_from))).toEqual(new Set([units[0]?.id]))

  // Its codes stay out of what customers get.
  const report = await sam.api.call(reportDetail, { params: { id } })
  expect(JSON.stringify(survey)).toContain('gate 4471')
  expect(JSON.stringify(report.body)).not.toContain('gate 4471')
})

test('two answers to one question are shown until one is chosen, and both stay in its history', async () => {
  const owner = await here.make.account()
  const { id, attributes } = await open(owner)
  const [met] = attributes.conflicts
  const survey = await readSurvey(owner, id)
  const size = detailOf(survey, 'MDF Info', 'Room size (length x width x height)')
  expect(met?.id).toBe(size.id)
  expect(met).toMatchObject({ field_value: '12 x 9 x 8 ft', revision: 1 })
  expect(size).toMatchObject({ field_value: '12 x 10 x 8 ft', revision: 2 })
  const history = await owner.api.call(answerHistory, {
    params: { id },
    query: { detail_id: size.id },
  })
  expect(history.body.data.map((one) => one.attributes.field_value)).toContain('12 x 9 x 8 ft')

  expect((await open(owner)).attributes.conflicts).toHaveLength(1)
  await save(owner, survey, [
    {
      in: 'MDF Info',
      field: 'Room size (length x width x height)',
      field_value: '12 x 9 x 8 ft',
      base_revision: 2,
    },
  ])
  expect((await open(owner)).attributes.conflicts).toEqual([])
})

test('there is one per account, however often and whenever it is requested', async () => {
  const owner = await here.make.account()
  const made = await Promise.all([open(owner), open(owner), open(owner)])
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  expect(await count('survey', owner)).toBe(1)
  // Each picture once, even if used at two fields; the drawing and the plan.
  expect(await count('stored_file', owner)).toBe(9)
})

test('only its owner can see it', async () => {
  const { id } = await open(sam)
  const eve = await here.make.account()
  expect((await open(eve)).id).not.toBe(id)
  expect((await eve.api.call(surveyDetail, { params: { id } })).status).toBe(404)
})

test('knowing the account’s id does not reveal the ids of its samples, and none can be taken', async () => {
  const [owner, mallory] = [await here.make.account(), await here.make.account()]
  const guessed = Array.from({ length: limits.samplesPerAccount }, (_, at) =>
    deriveId(owner.id, `sample ${at}`),
  )
  await open(mallory)
  for (const id of guessed) expect((await startSurvey(mallory, { id })).id).toBe(id)
  const { id } = await open(owner)
  expect(guessed).not.toContain(id)
  expect((await readSurvey(owner, id)).id).toBe(id)
})

test('one that was made under an earlier kind of id still belongs to the account', async () => {
  const owner = await here.make.account()
  const before = await startSurvey(owner, { id: deriveId(owner.id, 'sample 3') })
  expect((await open(owner)).id).toBe(before.id)
})

test('it can be submitted, deleted, and made again on request, but not endlessly', async () => {
  const owner = await here.make.account()
  const { id } = await open(owner)
  const done = await owner.api.call(submitSurvey, { params: { id }, body: { status: 'Completed' } })
  expect(done.body.data.attributes.status).toBe('Completed')
  for (let at = 0; at < limits.samplesPerAccount; at += 1) {
    const { id: one } = await open(owner)
    await owner.api.call(deleteSurvey, { params: { id: one } })
    // The hourly limit is a separate one.
    here.passTime(3_600_000)
  }
  const refused = await owner.api.call(openSample, { body: {} })
  expect(refused.status).toBe(422)
  expect(await count('survey', owner)).toBe(limits.samplesPerAccount)
}, 120_000)
