import { v7 as newId, v4 as newKey } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerHistory } from '#contract/surveys/answer-history.ts'
import { recoveredAnswers } from '#contract/surveys/survey-recovered.ts'
import { addSimilar, autoSave, removeSimilar, type SurveyDetail } from '#contract/surveys/surveys.ts'
import type { ApiClient } from '#server/testing/api.ts'
import { type MadeAccount, otherSession } from '#server/testing/make.ts'
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

let here: TestApp
let sam: MadeAccount
let devices: readonly ApiClient[]
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  sam = await here.make.account()
  devices = [sam.api, await otherSession(sam), await otherSession(sam)]
})
afterAll(() => here.close())

const day = 24 * 60
const start = Date.UTC(2026, 4, 1, 10)

function minute(minutes: number): string {
  return new Date(start + minutes * 60_000).toISOString()
}

/** An entry of a device's outbox, which has a single effect however often it is sent. */
type Entry = (api: ApiClient, key?: string) => Promise<{ readonly status: number }>

/** Two buildings with their names, and an earlier note from a clock that is ahead of all others. */
async function seenByAll(): Promise<SurveyDetail> {
  const { id } = await startSurvey(sam)
  const named = allMandatory.map((change) => ({ ...change, edited_at: minute(0) }))
  await save(sam, await readSurvey(sam, id), named)
  const place = { user_survey_id: id, user_survey_section_id: '' }
  place.user_survey_section_id = sectionNamed(await readSurvey(sam, id), 'Building').id
  await sam.api.call(addSimilar, { body: place })
  await save(sam, await readSurvey(sam, id), [
    { in: 'Building', index: 1, field: 'Building name', field_value: 'West wing', edited_at: minute(0) },
    { in: 'Building', index: 1, field: 'Units', field_value: '3', edited_at: minute(0) },
    { in: 'Building', field: 'Notes', field_value: 'Seen by all', edited_at: minute(60) },
  ])
  return readSurvey(sam, id)
}

/** Three devices that were offline for a while, with different clocks. */
function outboxesOf(survey: SurveyDetail): readonly (readonly Entry[])[] {
  const section = sectionNamed(survey, 'Building').id
  const place = { user_survey_id: survey.id, user_survey_section_id: section }
  const said = (at: number, change: Partial<Change> & { field: string; field_value: string }): Entry => {
    const { revision } = detailOf(survey, 'Building', change.field, change.index ?? 0)
    const sections = sectionsOf(survey, [
      { in: 'Building', ...change, edited_at: minute(at), base_revision: revision },
    ])
    const body = { user_survey_id: survey.id, user_survey_sections_attributes: sections }
    return (api, key) => api.call(autoSave, { body }, key ? { key } : {})
  }
  const adding =
    (id: string): Entry =>
    (api, key) =>
      api.call(addSimilar, { body: { ...place, id } }, key ? { key } : {})
  const gone = partOf(survey, 'Building', 1)
  const seen = [0, ...gone.user_survey_sub_section_details.map(({ revision }) => revision)].join()
  const removing: Entry = (api, key) =>
    api.call(
      removeSimilar,
      { query: { ...place, user_survey_sub_section_id: gone.id, seen_revisions: seen } },
      key ? { key } : {},
    )
  const [first, second] = [newId(), newId()]
  return [
    [
      said(20, { field: 'Notes', field_value: 'Phone' }),
      adding(first),
      said(21, { field: 'Units', field_value: '7' }),
    ],
    [said(30, { field: 'Notes', field_value: 'Tablet' }), adding(second), removing],
    [
      // A day behind.
      said(5 - day, { field: 'Notes', field_value: 'Laptop' }),
      said(6 - day, { index: 1, field: 'Building name', field_value: 'North wing' }),
    ],
  ]
}

async function outcome(survey: SurveyDetail) {
  const now = await readSurvey(sam, survey.id)
  const details = sectionNamed(now, 'Building').user_survey_sub_sections.map((part) => [
    part.user_survey_sub_section_name,
    ...part.user_survey_sub_section_details.map(({ field_value, edited_at }) => [field_value, edited_at]),
  ])
  const params = { id: survey.id }
  const recovered = await sam.api.call(recoveredAnswers, { params })
  const query = { detail_id: detailOf(survey, 'Building', 'Notes').id }
  const history = await sam.api.call(answerHistory, { params, query })
  return {
    details,
    progress: now.progress,
    recovered: recovered.body.data.map(({ attributes }) => attributes.field_value),
    given: history.body.data.map(({ attributes }) => attributes.field_value).toSorted(),
  }
}

/** The order in which devices send their next entries. */
const orders = [
  [0, 0, 0, 1, 1, 1, 2, 2],
  [2, 2, 1, 1, 1, 0, 0, 0],
  [1, 0, 2, 0, 1, 0, 1, 2],
]

test('three devices converge to one survey, in any order and with repeated sends', async () => {
  const ends: unknown[] = []
  for (const order of orders) {
    const survey = await seenByAll()
    const outboxes = outboxesOf(survey)
    const waiting = outboxes.map((entries) => [...entries])
    for (const device of order) {
      const [entry, api, key] = [waiting[device]?.shift(), devices[device], newKey()]
      if (!entry || !api) throw new Error('Nothing to send')
      for (const _ of [1, 2]) expect((await entry(api, key)).status).toBeLessThan(300)
    }
    const end = await outcome(survey)
    for (const device of [2, 0, 1])
      for (const entry of (outboxes[device] ?? []).toReversed()) await entry(devices[device] ?? sam.api)
    expect(await outcome(survey)).toEqual(end)
    ends.push(end)
  }
  expect(ends[0]).toMatchObject({ recovered: ['North wing'], given: ['Laptop', 'Phone', 'Seen by all'] })
  for (const end of ends) expect(end).toEqual(ends[0])
}, 60_000)
