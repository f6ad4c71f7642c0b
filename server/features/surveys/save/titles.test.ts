import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { guestNavigation, guestSection } from '#contract/sharing/guests.ts'
import { reportDetail } from '#contract/sharing/reports.ts'
import { answerHistory } from '#contract/surveys/answer-history.ts'
import { recoveredAnswers } from '#contract/surveys/survey-recovered.ts'
import {
  addSimilar,
  autoSave,
  removeSimilar,
  type SavedAnswer,
  type SurveyDetail,
} from '#contract/surveys/surveys.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { share } from '#server/testing/shared-survey.ts'
import {
  addSampleTemplate,
  allMandatory,
  partOf,
  readSurvey,
  save,
  sectionNamed,
  startSurvey,
} from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
let sam: MadeAccount

beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  sam = await here.make.account()
})
afterAll(() => here.close())

/** A survey with two buildings. */
async function twoBuildings(): Promise<SurveyDetail> {
  const survey = await startSurvey(sam)
  await save(sam, survey, allMandatory)
  await sam.api.call(addSimilar, {
    body: { user_survey_id: survey.id, user_survey_section_id: sectionNamed(survey, 'Building').id },
  })
  return readSurvey(sam, survey.id)
}

function titleId(survey: SurveyDetail, index: number): string {
  return partOf(survey, 'Building', index).user_survey_sub_section_title_detail?.id ?? ''
}

function giveTitle(
  survey: SurveyDetail,
  said: Omit<SavedAnswer, 'id'> & { readonly id?: string },
  given: { readonly index?: number; readonly as?: MadeAccount; readonly key?: string } = {},
) {
  const { index = 1, as = sam, key } = given
  const body = {
    user_survey_id: survey.id,
    user_survey_sections_attributes: [
      {
        id: sectionNamed(survey, 'Building').id,
        user_survey_sub_sections_attributes: [
          {
            id: partOf(survey, 'Building', index).id,
            user_survey_sub_section_details_attributes: [{ id: titleId(survey, index), ...said }],
          },
        ],
      },
    ],
  }
  return as.api.call(autoSave, { body }, key === undefined ? {} : { key })
}

async function titles(survey: SurveyDetail) {
  const read = await readSurvey(sam, survey.id)
  const parts = sectionNamed(read, 'Building').user_survey_sub_sections
  return parts.map((part) => [part.user_survey_sub_section_name, part.user_survey_sub_section_title])
}

test('a title is saved beside the number, and does not count for the progress', async () => {
  const survey = await twoBuildings()
  const saved = await giveTitle(survey, { field_value: 'Gate house' })
  expect(saved.body.data.attributes).toMatchObject({
    saved: [{ id: titleId(survey, 1), revision: 1 }],
    progress: survey.progress,
  })
  expect(await titles(survey)).toEqual([
    ['Building 1', ''],
    ['Building 2', 'Gate house'],
  ])
})

test("a caller without access can't save a title", async () => {
  const survey = await twoBuildings()
  const eve = await here.make.account({ firstName: 'Eve' })
  expect((await giveTitle(survey, { field_value: 'Mine' }, { as: eve })).status).toBe(404)
  expect(await titles(survey)).toMatchObject([
    ['Building 1', ''],
    ['Building 2', ''],
  ])
})

test('a title with an unknown or wrong place, or too long, rejects the whole save', async () => {
  const survey = await twoBuildings()
  const elsewhere = titleId(await twoBuildings(), 1)
  for (const id of [titleId(survey, 0), elsewhere, newId()])
    expect((await giveTitle(survey, { id, field_value: 'x' })).status).toBe(404)
  const long = await giveTitle(survey, { field_value: 'x'.repeat(limits.titleMax + 1) })
  expect([long.status, long.errors]).toEqual([
    422,
    [{ [titleId(survey, 1)]: 'This answer is not valid for its field.' }],
  ])
  expect((await giveTitle(survey, { field_value_multiple: ['x'] })).status).toBe(422)
  expect(await titles(survey)).toMatchObject([
    ['Building 1', ''],
    ['Building 2', ''],
  ])
  expect((await giveTitle(survey, { field_value: 'x'.repeat(limits.titleMax) })).status).toBe(200)
})

test('a replay saves the title once and returns the same reply; another body with its key is rejected', async () => {
  const survey = await twoBuildings()
  const key = newId()
  const first = await giveTitle(survey, { field_value: 'Lodge' }, { key })
  const again = await giveTitle(survey, { field_value: 'Lodge' }, { key })
  expect(again.body).toEqual(first.body)
  expect((await giveTitle(survey, { field_value: 'Barn' }, { key })).status).toBe(422)
  expect(await titles(survey)).toMatchObject([
    ['Building 1', ''],
    ['Building 2', 'Lodge'],
  ])
})

test('of two titles the later one wins, and the other is returned and in the history', async () => {
  const survey = await twoBuildings()
  await giveTitle(survey, { field_value: 'North', edited_at: '2026-05-01T10:00:00Z', base_revision: 0 })
  const late = await giveTitle(survey, {
    field_value: 'South',
    edited_at: '2026-05-01T10:05:00Z',
    base_revision: 0,
  })
  expect(late.body.data.attributes).toMatchObject({
    saved: [{ revision: 2 }],
    conflicts: [{ id: titleId(survey, 1), field_value: 'North' }],
  })
  const history = await sam.api.call(answerHistory, {
    params: { id: survey.id },
    query: { detail_id: titleId(survey, 1) },
  })
  expect(history.body.data.map(({ attributes }) => attributes.field_value)).toContain('North')
})

test('a title for a deleted sub-section is kept as a recovered answer with its name', async () => {
  const survey = await twoBuildings()
  await sam.api.call(removeSimilar, {
    query: {
      user_survey_id: survey.id,
      user_survey_section_id: sectionNamed(survey, 'Building').id,
      user_survey_sub_section_id: partOf(survey, 'Building', 1).id,
    },
  })
  const late = await giveTitle(survey, { field_value: 'Gate house' })
  expect(late.body.data.attributes).toMatchObject({ saved: [], recovered: [titleId(survey, 1)] })
  const kept = await sam.api.call(recoveredAnswers, { params: { id: survey.id } })
  expect(kept.body.data.map(({ attributes }) => attributes)).toMatchObject([
    { section_name: 'Building', field_name: 'Title', field_value: 'Gate house' },
  ])
})

test('report and guest see the title or the identity; the name keeps its number', async () => {
  const survey = await twoBuildings()
  await giveTitle(survey, { field_value: ' Gate house ' })
  const report = await sam.api.call(reportDetail, { params: { id: survey.id } })
  expect(report.body.data.attributes.sections[0]?.parts.map(({ heading }) => heading)).toEqual([
    'East wing',
    'Gate house',
  ])
  const { id } = await share(sam, survey.id)
  const menu = await here.api.call(guestNavigation, { query: { guest_survey_id: id } })
  const [section] = menu.body.data.user_survey_navigation_menu.user_survey_sections
  expect(section?.user_survey_sub_sections).toMatchObject([
    { survey_sub_section_name: 'Building 1', survey_sub_section_title: 'East wing' },
    { survey_sub_section_name: 'Building 2', survey_sub_section_title: 'Gate house' },
  ])
  const read = await here.api.call(guestSection, {
    query: { guest_survey_id: id, guest_survey_section_id: section?.id ?? '' },
  })
  expect(read.body.data.attributes.user_survey_sub_sections).toMatchObject([
    { user_survey_sub_section_name: 'Building 1', user_survey_sub_section_title: 'East wing' },
    { user_survey_sub_section_name: 'Building 2', user_survey_sub_section_title: 'Gate house' },
  ])
})
