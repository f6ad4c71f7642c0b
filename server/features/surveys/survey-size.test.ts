import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { copyMedia, deleteMedia, describeMedia } from '#contract/media/media.ts'
import { answerHistory } from '#contract/surveys/answer-history.ts'
import { dismissRecovered, recoveredAnswers, restoreRecovered } from '#contract/surveys/survey-recovered.ts'
import { addSimilar, removeSimilar, type SurveyDetail, submitSurvey } from '#contract/surveys/surveys.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { attach, phonePhoto, photoPart } from '#server/testing/media.ts'
import { makePlan, pin } from '#server/testing/plans.ts'
import {
  addSampleTemplate,
  allMandatory,
  type Change,
  detailOf,
  partOf,
  readSurvey,
  save,
  sectionNamed,
  sectionsOf,
  startSurvey,
} from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { sizeFromRows } from './data.ts'

let here: TestApp
let sam: MadeAccount
let survey: SurveyDetail
const roomy = 16 * 1024 * 1024
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  sam = await here.make.account()
})
afterAll(() => here.close())
beforeEach(async () => {
  survey = await startSurvey(sam)
})
afterEach(() => Object.assign(here.context.config, { surveyBytes: roomy }))

/** The stored size, and the one computed from rows. */
async function weights() {
  const { kept, added } = await here.context.db
    .selectFrom('survey')
    .select(['bytes as kept', sizeFromRows(survey.id).as('added')])
    .where('id', '=', survey.id)
    .executeTakeFirstOrThrow()
  return { kept, added: Number(added) }
}

async function grownBy(work: () => Promise<unknown>): Promise<number> {
  const before = await weights()
  await work()
  const { kept, added } = await weights()
  expect(kept).toBe(added)
  return kept - before.kept
}

const notes = (field_value: string, index = 0): Change => ({
  in: 'Building',
  field: 'Notes',
  index,
  field_value,
})

const full = 'This survey is full: its answers can take up to 0 MB in total.'

/** Sets the limit to the current size plus `more` bytes. */
async function limitTo(more: number): Promise<void> {
  Object.assign(here.context.config, { surveyBytes: (await weights()).kept + more })
}

async function addBuilding(): Promise<SurveyDetail> {
  const section = sectionNamed(survey, 'Building').id
  const { status } = await sam.api.call(addSimilar, {
    body: { user_survey_id: survey.id, user_survey_section_id: section, again: true },
  })
  expect(status).toBe(201)
  return readSurvey(sam, survey.id)
}

function removeBuilding(from: SurveyDetail, index: number) {
  return sam.api.call(removeSimilar, {
    query: {
      user_survey_id: from.id,
      user_survey_section_id: sectionNamed(from, 'Building').id,
      user_survey_sub_section_id: partOf(from, 'Building', index).id,
    },
  })
}

test('every kind of write keeps the stored size correct', async () => {
  expect((await weights()).kept).toBe((await weights()).added)
  expect(await grownBy(() => save(sam, survey, allMandatory))).toBeGreaterThan(0)
  expect(await grownBy(() => save(sam, survey, [notes('ñandú')]))).toBe(7)
  expect(await grownBy(() => save(sam, survey, [notes('one'), notes('two more')]))).toBe(1)
  const title = { ...notes('West'), field: 'Building name' }
  expect(await grownBy(() => save(sam, survey, [title]))).toBe(-5)
  const two = { value: survey }
  expect(await grownBy(async () => (two.value = await addBuilding()))).toBe(900)
  expect(await grownBy(() => save(sam, two.value, [notes('x'.repeat(500), 1)]))).toBe(500)
  const photo = await attach(sam, detailOf(survey, 'Building', 'Notes').id, [photoPart(await phonePhoto(1))])
  const [item] = photo.photo_details
  if (!item) throw new Error('no photo')
  const named = { user_survey_media_id: item.media_id, photo_id: item.id }
  expect(
    await grownBy(() => sam.api.call(describeMedia, { body: { ...named, description: 'The door' } })),
  ).toBe(8)
  const copied = { user_survey_sub_section_detail_id: detailOf(survey, 'Floor', 'Riser').id }
  const copy = () => sam.api.call(copyMedia, { body: { ...copied, attached_photos: [{ id: item.id }] } })
  expect(await grownBy(copy)).toBe(608)
  expect(await grownBy(() => sam.api.call(deleteMedia, { query: named }))).toBe(-608)
  const before = two.value
  expect(await grownBy(() => removeBuilding(before, 1))).toBe(-1400)
  const late = () => save(sam, before, [notes('came late', 1)])
  expect(await grownBy(late)).toBe(309)
  expect(await grownBy(late)).toBe(0)
  const [found] = (await sam.api.call(recoveredAnswers, { params: { id: survey.id } })).body.data
  const params = { id: survey.id, recovered_id: found?.id ?? '' }
  const body = { user_survey_sub_section_id: partOf(survey, 'Building').id }
  // Replaces 'two more'.
  expect(await grownBy(() => sam.api.call(restoreRecovered, { params, body }))).toBe(-300 - 9 + 9 - 8)
  await save(sam, before, [notes('later still', 1)])
  const [other] = (await sam.api.call(recoveredAnswers, { params: { id: survey.id } })).body.data
  const dismissed = { id: survey.id, recovered_id: other?.id ?? '' }
  expect(await grownBy(() => sam.api.call(dismissRecovered, { params: dismissed }))).toBe(-311)
})

test('a full survey rejects anything that makes it larger, with a message, and keeps its content', async () => {
  await save(sam, survey, [notes('twelve chars')])
  await limitTo(20)
  const refused = await save(sam, survey, [notes('x'.repeat(33))])
  expect([refused.status, refused.errors[0]?.message]).toEqual([422, expect.stringContaining(full)])
  expect(detailOf(await readSurvey(sam, survey.id), 'Building', 'Notes').field_value).toBe('twelve chars')
  const spanish = await sam.api.call(
    submitSurvey,
    {
      params: { id: survey.id },
      body: { user_survey_sections_attributes: sectionsOf(survey, [notes('x'.repeat(33))]) },
    },
    { headers: { 'accept-language': 'es' } },
  )
  expect([spanish.status, spanish.errors[0]?.message]).toEqual([422, expect.stringContaining('está llena')])
  expect((await save(sam, survey, [notes('x'.repeat(32))])).status).toBe(200)
  const section = sectionNamed(survey, 'Building').id
  const more = await sam.api.call(addSimilar, {
    body: { user_survey_id: survey.id, user_survey_section_id: section, again: true },
  })
  expect([more.status, more.errors[0]?.message]).toEqual([422, expect.stringContaining(full)])
  await expect(
    attach(sam, detailOf(survey, 'Building', 'Notes').id, [photoPart(await phonePhoto(2))]),
  ).rejects.toThrow('This survey is full')
  expect(detailOf(await readSurvey(sam, survey.id), 'Building', 'Notes').photos).toEqual([])
  const { kept, added } = await weights()
  expect(kept).toBe(added)
})

test('a save rejected for its size succeeds once there is space', async () => {
  await save(sam, survey, allMandatory)
  const two = await addBuilding()
  await save(sam, two, [notes('x'.repeat(3_000), 1)])
  await limitTo(0)
  const key = '019b0000-0000-4000-8000-0000000000aa'
  expect((await save(sam, two, [notes('y'.repeat(2_000))], key)).status).toBe(422)
  expect((await removeBuilding(two, 1)).status).toBe(200)
  expect((await save(sam, two, [notes('y'.repeat(2_000))], key)).status).toBe(200)
})

test('a survey from before the limit can be read, shortened, corrected and submitted', async () => {
  await save(sam, survey, [...allMandatory, notes('x'.repeat(9_000))])
  await limitTo(-5_000)
  expect((await save(sam, survey, [notes('z'.repeat(9_000))])).status).toBe(200)
  expect((await save(sam, survey, [notes('x'.repeat(9_001))])).status).toBe(422)
  expect((await save(sam, survey, [notes('x'.repeat(8_000))])).status).toBe(200)
  const done = await sam.api.call(submitSurvey, {
    params: { id: survey.id },
    body: { status: 'Completed', survey_name: 'A longer name than before' },
  })
  expect(done.status).toBe(200)
})

test('an account that writes text endlessly is stopped at the limit', async () => {
  await save(sam, survey, allMandatory)
  await limitTo(100_000)
  const statuses: number[] = []
  let now = survey
  for (let n = 1; n <= 12; n++) {
    const section = sectionNamed(survey, 'Building').id
    const added = await sam.api.call(addSimilar, {
      body: { user_survey_id: survey.id, user_survey_section_id: section, again: true },
    })
    if (added.status !== 201) break
    now = await readSurvey(sam, survey.id)
    statuses.push((await save(sam, now, [notes('ü'.repeat(10_000), n)])).status)
  }
  expect(new Set(statuses)).toEqual(new Set([200, 422]))
  expect((await weights()).kept).toBeLessThanOrEqual(here.context.config.surveyBytes)
})

test('pins count for the size, and those of deleted sub-sections are neither counted nor read', async () => {
  const plan = await makePlan(sam, survey.id)
  const lengths: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const two = await addBuilding()
    const part = partOf(two, 'Building', 1).id
    expect(await grownBy(() => pin(sam, plan.id, part, middle))).toBe(200)
    expect(await grownBy(() => removeBuilding(two, 1))).toBe(-300 * answersOf(two) - 200)
    lengths.push((await readSurvey(sam, survey.id)).plans?.[0]?.pins.length ?? 0)
  }
  // The newest pin stays, for its number.
  expect(lengths).toEqual([1, 1, 1])
  expect((await readSurvey(sam, survey.id)).plans?.[0]?.pins[0]?.number).toBe(3)
  await limitTo(199)
  expect((await pin(sam, plan.id, partOf(survey, 'Building').id, middle)).status).toBe(422)
  await limitTo(200)
  expect((await pin(sam, plan.id, partOf(survey, 'Building').id, middle)).status).toBe(200)
})

const middle = { x: 0.5, y: 0.5 }

function answersOf(from: SurveyDetail): number {
  return partOf(from, 'Building', 1).user_survey_sub_section_details.length
}

test('the history of an answer contains at most its newest 500 entries', async () => {
  for (const text of ['one', 'two', 'three']) await save(sam, survey, [notes(text)])
  const { id } = detailOf(survey, 'Building', 'Notes')
  await sql`
    insert into answer_history (id, answer_id, survey_id, value, value_list, revision, outcome, received_at)
    select gen_random_uuid(), answer_id, survey_id, 'older', '{}', 1, 'lost', received_at - interval '1 hour'
    from answer_history, generate_series(1, 400) where answer_id = ${id}`.execute(here.context.db)
  const { body } = await sam.api.call(answerHistory, { params: { id: survey.id }, query: { detail_id: id } })
  expect(body.data).toHaveLength(500)
  expect(body.data.slice(0, 3).map(({ attributes }) => attributes.field_value)).toEqual([
    'two',
    'one',
    'older',
  ])
})
