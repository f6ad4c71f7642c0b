import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { guestInfo, guestPdfDetails } from '#contract/sharing/guests.ts'
import { teamSurveys } from '#contract/sharing/teams.ts'
import { acceptSurvey } from '#contract/surveys/reviews.ts'
import { addSimilar, listSurveys, type SurveyDetail, submitSurvey } from '#contract/surveys/surveys.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { attach, phonePhoto, photoPart } from '#server/testing/media.ts'
import { share } from '#server/testing/shared-survey.ts'
import {
  addSampleTemplate,
  allMandatory,
  type Change,
  detailOf,
  readSurvey,
  save,
  sectionNamed,
  startSurvey,
} from '#server/testing/surveys.ts'
import { makeTeam } from '#server/testing/teams.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
let owner: MadeAccount
let reviewer: MadeAccount
let survey: SurveyDetail
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  owner = await here.make.account({ isProven: true })
  reviewer = await here.make.account({ isProven: true })
  await makeTeam(await here.make.account({ role: 'admin', isProven: true }), [
    [owner, 'none'],
    [reviewer, 'review'],
  ])
})
afterAll(() => here.close())
beforeEach(async () => {
  survey = await startSurvey(owner)
  await save(owner, survey, allMandatory)
  await submit()
})

const submit = (status: 'Started' | 'Completed' = 'Completed', name = 'Hill House') =>
  owner.api.call(submitSurvey, { params: { id: survey.id }, body: { survey_name: name, status } })
const write = (change: Omit<Change, 'in'> & { in?: string }) =>
  save(owner, survey, [{ in: 'Building', ...change }])
const clearName = { field: 'Building name', field_value: '' }
const notes = { field: 'Notes', field_value: 'Changed' }

/** The change as shown in the owner's detail and list, the reviewer's queue and to guests. */
async function said() {
  const detail = await readSurvey(owner, survey.id)
  const listed = (await owner.api.call(listSurveys, { query: {} })).body.data.find(
    ({ id }) => id === survey.id,
  )
  const queue = await reviewer.api.call(teamSurveys, { query: { state: 'submitted', per_page: '100' } })
  const waiting = queue.body.data.find(({ id }) => id === survey.id)
  const link = await share(owner, survey.id)
  const guest = await here.api.call(guestInfo, { query: { guest_survey_id: link.id } })
  const report = await here.api.call(guestPdfDetails, { query: { guest_survey_id: link.id } })
  const info = guest.body.data.attributes
  return {
    status: detail.status,
    progress: [detail.progress, listed?.attributes.progress, info.progress],
    changed: [
      detail.changed_since_submission ?? null,
      listed?.attributes.changed_since_submission,
      waiting?.attributes.changed_since_submission,
      info.changed_since_submission,
      report.body.data.attributes.changed_since_submission,
    ],
  }
}
const all = (changed: object | null) => ({
  status: 'Completed',
  progress: ['Completed', 'Completed', 'Completed'],
  changed: [changed, changed, changed, changed, changed],
})

test('an unchanged submitted survey has no mark', async () => {
  expect(await said()).toEqual(all(null))
})

test('owner, reviewer and guest see the number of missing required answers; the status stays', async () => {
  const saved = await write(clearName)
  expect(saved.body.data.attributes.changed_since_submission).toEqual({ missing_required: 1 })
  expect(await said()).toEqual(all({ missing_required: 1 }))
  const place = { user_survey_id: survey.id, user_survey_section_id: sectionNamed(survey, 'Floor').id }
  expect((await owner.api.call(addSimilar, { body: place })).status).toBe(201)
  // A new floor requires its building, its name and its wiring.
  expect(await said()).toEqual(all({ missing_required: 4 }))
})

test('a change without missing answers is marked too: an answer or a photo', async () => {
  await write(notes)
  expect(await said()).toEqual(all({ missing_required: 0 }))
  await submit()
  await attach(owner, detailOf(survey, 'Building', 'Notes').id, [photoPart(await phonePhoto())])
  expect(await said()).toEqual(all({ missing_required: 0 }))
})

test('an equal answer, a new name and a report setting are no changes', async () => {
  await write({ field: 'Building name', field_value: 'East wing' })
  const body = { survey_name: 'Hill Manor', checkbox_1: false }
  await owner.api.call(submitSurvey, { params: { id: survey.id }, body })
  expect(await said()).toEqual(all(null))
})

describe('the next submission', () => {
  test('removes the mark once everything is filled, and is rejected before', async () => {
    await write(clearName)
    expect((await submit()).status).toBe(422)
    expect((await said()).changed[0]).toEqual({ missing_required: 1 })
    await write({ ...clearName, field_value: 'East wing' })
    expect((await said()).changed[0]).toEqual({ missing_required: 0 })
    const done = await submit()
    expect([done.status, done.body.data.attributes.changed_since_submission]).toEqual([200, undefined])
    expect(await said()).toEqual(all(null))
  })

  test('removes the mark also if it contains the answers', async () => {
    await write(notes)
    const sections = [
      {
        id: sectionNamed(survey, 'Building').id,
        user_survey_sub_sections_attributes: [
          {
            id: sectionNamed(survey, 'Building').user_survey_sub_sections[0]?.id ?? '',
            user_survey_sub_section_details_attributes: [
              { id: detailOf(survey, 'Building', 'Notes').id, field_value: 'Again' },
            ],
          },
        ],
      },
    ]
    const body = { status: 'Completed', user_survey_sections_attributes: sections } as const
    const done = await owner.api.call(submitSurvey, { params: { id: survey.id }, body })
    expect([done.status, done.body.data.attributes.changed_since_submission]).toEqual([200, undefined])
    expect(await said()).toEqual(all(null))
  })

  test('of a reopened survey starts without a mark', async () => {
    await write(clearName)
    await submit('Started')
    expect((await readSurvey(owner, survey.id)).changed_since_submission).toBeUndefined()
    await write({ ...clearName, field_value: 'West wing' })
    await submit()
    expect(await said()).toEqual(all(null))
  })
})

test('an accepted survey that changes returns to the reviewer’s queue with the mark', async () => {
  const { last_edited } = await readSurvey(owner, survey.id)
  const accepted = await reviewer.api.call(acceptSurvey, { params: { id: survey.id }, body: { last_edited } })
  expect(accepted.status).toBe(200)
  expect((await said()).changed[2]).toBeUndefined()
  await write(clearName)
  expect(await said()).toEqual(all({ missing_required: 1 }))
})
