import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeSettings } from '#contract/accounts/settings.ts'
import { limits } from '#contract/limits.ts'
import { reportDetail } from '#contract/sharing/reports.ts'
import { type TeamState, teamSurveys } from '#contract/sharing/teams.ts'
import { acceptSurvey, listReviews, sendBack } from '#contract/surveys/reviews.ts'
import { changedSurvey } from '#contract/surveys/survey-changed.ts'
import { listSurveys, type SurveyDetail, submitSurvey } from '#contract/surveys/surveys.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { messagesTo } from '#server/testing/outbox.ts'
import {
  addSampleTemplate,
  allMandatory,
  detailOf,
  readSurvey,
  save,
  startSurvey,
} from '#server/testing/surveys.ts'
import { makeTeam } from '#server/testing/teams.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
let sam: MadeAccount
let rita: MadeAccount
let survey: SurveyDetail
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
})
afterAll(() => here.close())
beforeEach(async () => {
  sam = await here.make.account({ firstName: 'Sam', isProven: true })
  rita = await here.make.account({ firstName: 'Rita', isProven: true })
  const admin = await here.make.account({ role: 'admin' })
  await makeTeam(admin, [
    [sam, 'none'],
    [rita, 'review'],
  ])
  survey = await startSurvey(sam)
  await save(sam, survey, allMandatory)
})

const at = () => ({ params: { id: survey.id } })
const notes = () => detailOf(survey, 'Building', 'Notes').id
const put = (status: 'Started' | 'Completed', by = sam) =>
  by.api.call(submitSurvey, { ...at(), body: { status } })
const back = (by = rita, body: { message?: string; note?: string } = { note: 'Which door?' }) =>
  by.api.call(sendBack, {
    ...at(),
    body: {
      message: body.message,
      notes: body.note === undefined ? [] : [{ user_survey_sub_section_detail_id: notes(), note: body.note }],
    },
  })
async function accept(by = rita, last_edited?: string) {
  const read = last_edited ?? (await readSurvey(sam, survey.id)).last_edited
  return by.api.call(acceptSurvey, { ...at(), body: { last_edited: read } })
}
/** As the surveyor and the reviewer see it in their lists. */
async function states(): Promise<readonly (string | null | undefined)[]> {
  const own = await sam.api.call(listSurveys, { query: {} })
  const asked = await rita.api.call(teamSurveys, { query: {} })
  const counts: Record<TeamState, number> = asked.body.meta.counts
  const at = Object.entries(counts).find(([, count]) => count > 0)?.[0]
  const item = own.body.data[0]?.attributes
  return [item?.status, item?.review_state, at]
}
const said = async (by = sam) => {
  const { body } = await by.api.call(listReviews, at())
  return body.data.map(({ attributes: { kind, done_by, notes } }) => [kind, done_by, notes])
}

describe('access', () => {
  test('rejects reviews of own surveys, of other teams’, and without the grant', async () => {
    await put('Completed')
    const eve = await here.make.account()
    for (const [who, status] of [
      [here.api, 401],
      [eve.api, 404],
      [sam.api, 403],
    ] as const) {
      const note = { user_survey_sub_section_detail_id: notes(), note: 'x' }
      expect((await who.call(sendBack, { ...at(), body: { notes: [note] } })).status).toBe(status)
      const { last_edited } = await readSurvey(sam, survey.id)
      expect((await who.call(acceptSurvey, { ...at(), body: { last_edited } })).status).toBe(status)
      if (who !== sam.api) expect((await who.call(listReviews, at())).status).toBe(status)
    }
    expect(await said()).toEqual([])
  })

  test('a note belongs to an answer of this survey', async () => {
    await put('Completed')
    const other = await startSurvey(sam)
    const note = { user_survey_sub_section_detail_id: detailOf(other, 'Building', 'Notes').id, note: 'x' }
    expect((await rita.api.call(sendBack, { ...at(), body: { notes: [note] } })).status).toBe(404)
    expect((await readSurvey(sam, survey.id)).status).toBe('Completed')
    expect(await said()).toEqual([])
  })
})

test('only submitted surveys can be sent back or accepted', async () => {
  const words = [{ message: 'This survey is not submitted, so it cannot be reviewed now.' }]
  expect([(await back()).errors, (await accept()).errors]).toEqual([words, words])
  await put('Completed')
  await back()
  expect([(await back()).status, (await accept()).status]).toEqual([409, 409])
})

test('sent back with a note, submitted again, accepted: both see it, and it is on record', async () => {
  await put('Completed')
  expect(await states()).toEqual(['Completed', null, 'submitted'])
  expect(
    (await back(rita, { message: 'Nearly there', note: 'Which door?' })).body.data.attributes,
  ).toMatchObject({
    review: 'sent_back',
    status: 'Started',
  })
  expect(await states()).toEqual(['Started', 'sent_back', 'sent_back'])
  const review = {
    ...{ done_by: 'Rita Rivera', done_at: expect.any(String), message: 'Nearly there' },
    notes: [{ user_survey_sub_section_detail_id: notes(), note: 'Which door?' }],
  }
  expect((await readSurvey(sam, survey.id)).review).toEqual({ state: 'sent_back', ...review })
  const changed = await sam.api.call(changedSurvey, { ...at(), query: {} })
  expect(changed.body.data?.attributes.review).toEqual({ state: 'sent_back', ...review })
  // Saving is not submitting.
  await put('Started')
  expect(await states()).toEqual(['Started', 'sent_back', 'sent_back'])
  expect((await put('Completed')).body.data.attributes.review).toEqual({ state: 'resubmitted', ...review })
  expect(await states()).toEqual(['Completed', 'resubmitted', 'submitted'])
  expect((await accept()).body.data.attributes.review).toBe('accepted')
  expect(await states()).toEqual(['Completed', 'accepted', 'accepted'])
  expect((await readSurvey(sam, survey.id)).review).toMatchObject({
    state: 'accepted',
    message: '',
    notes: [],
  })
  expect(await said()).toEqual([
    ['accepted', 'Rita Rivera', 0],
    ['resubmitted', 'Sam Rivera', 0],
    ['sent_back', 'Rita Rivera', 1],
  ])
  const rows = await here.context.db
    .selectFrom('audit')
    .select(['action', 'account_id', 'detail'])
    .where('target_id', '=', survey.id)
    .where('action', 'in', ['survey.sentBack', 'survey.accepted'])
    .orderBy('at')
    .execute()
  expect(rows).toEqual([
    { action: 'survey.sentBack', account_id: rita.id, detail: { notes: 1 } },
    { action: 'survey.accepted', account_id: rita.id, detail: {} },
  ])
})

test('notifies the surveyor by mail, without the notes', async () => {
  await put('Completed')
  await back(rita, { message: 'The secret door', note: 'Which door?' })
  await put('Completed')
  await accept()
  const [accepted, sentBack] = await messagesTo(here, sam.email)
  expect([accepted?.subject, sentBack?.subject]).toEqual([
    'Rita Rivera accepted a survey of yours',
    'Rita Rivera sent a survey back to you',
  ])
  expect(sentBack?.body).toContain('with 1 note. You named it: “Hill House”')
  expect(`${sentBack?.body}${sentBack?.html}`).not.toMatch(/door/)
})

describe('a resubmitted survey', () => {
  const again = async () => {
    await back()
    await put('Completed')
  }
  const notices = async (email: string) =>
    (await messagesTo(here, email)).filter(({ kind }) => kind === 'reviews.resubmitted')

  test('is mailed to current reviewers only', async () => {
    const admin = await here.make.account({ role: 'admin' })
    const people = {
      other: await here.make.account({ isProven: true }),
      reader: await here.make.account({ isProven: true }),
      unproven: await here.make.account(),
      disabled: await here.make.account({ isProven: true }),
      elsewhere: await here.make.account({ isProven: true }),
    }
    const { other, reader, unproven, disabled, elsewhere } = people
    await makeTeam(admin, [[elsewhere, 'review']])
    await makeTeam(admin, [
      [sam, 'none'],
      [other, 'edit'],
      [reader, 'read'],
      [unproven, 'review'],
      [disabled, 'review'],
    ])
    await here.context.db
      .updateTable('account')
      .set({ disabled_at: new Date() })
      .where('id', '=', disabled.id)
      .execute()
    await put('Completed')
    expect(await notices(rita.email)).toEqual([])
    await again()
    const mails = Object.fromEntries(
      await Promise.all(
        Object.entries(people).map(async ([name, { email }]) => [name, await notices(email)]),
      ),
    )
    expect(Object.keys(mails).filter((name) => mails[name]?.length)).toEqual(['other'])
    const [mail] = await notices(rita.email)
    expect(mail?.subject).toBe('Sam Rivera submitted a survey again')
    expect(mail?.body).toContain('It is named: “Hill House”')
    expect(mail?.body).toContain(`/Review/${survey.id}\n`)
    expect(`${mail?.body}${mail?.html}`).not.toMatch(/door/)
    // Users are not notified of their own actions.
    await back()
    await put('Completed', other)
    expect([(await notices(other.email)).length, (await notices(rita.email)).length]).toEqual([1, 2])
  })

  test('is mailed in the reader’s language, up to a limit', async () => {
    await rita.api.call(changeSettings, { body: { data: { attributes: { language: 'es' } } } })
    await put('Completed')
    await again()
    expect((await notices(rita.email))[0]?.subject).toBe('Sam Rivera entregó de nuevo una inspección')
    for (let round = 0; round < limits.reviewMailsPerHour; round++) await again()
    expect(await notices(rita.email)).toHaveLength(limits.reviewMailsPerHour)
    here.passTime(3_600_001)
    await again()
    expect(await notices(rita.email)).toHaveLength(limits.reviewMailsPerHour + 1)
  })

  test('is not mailed after a rejected submit', async () => {
    await put('Completed')
    await back()
    await save(sam, survey, [{ in: 'Building', field: 'Building name', field_value: '' }])
    const refused = await put('Completed')
    expect([refused.status, await notices(rita.email)]).toEqual([422, []])
  })
})

test('a report names its reviewer', async () => {
  const read = async (who: MadeAccount) =>
    (await who.api.call(reportDetail, { ...at(), query: { only: 'report' } })).body.data.attributes
  expect((await read(rita)).may_review).toBe(true)
  expect(await read(sam)).not.toHaveProperty('may_review')
})

test('accepts only the revision that was read', async () => {
  await put('Completed')
  const { last_edited } = await readSurvey(rita, survey.id)
  await save(sam, survey, [{ in: 'Building', field: 'Notes', field_value: 'Slipped in' }])
  const refused = await accept(rita, last_edited)
  expect([refused.status, refused.errors]).toEqual([
    409,
    [
      {
        message: 'This survey was changed while you were reading it. Look at it again before you accept it.',
      },
    ],
  ])
  expect((await accept()).status).toBe(200)
  expect((await accept(rita, last_edited)).body.data.attributes.review).toBe('accepted')
  expect(await said()).toHaveLength(1)
})

test('changing an accepted survey revokes the acceptance, on record', async () => {
  await put('Completed')
  await accept()
  await save(sam, survey, [{ in: 'Building', field: 'Notes', field_value: 'One more thing' }])
  expect(await states()).toEqual(['Completed', null, 'submitted'])
  expect((await readSurvey(sam, survey.id)).review).toBeUndefined()
  expect((await said())[0]).toEqual(['taken_back', 'Sam Rivera', 0])
  await accept()
  await put('Started')
  expect(await states()).toEqual(['Started', null, 'started'])
  const rows = await here.context.db
    .selectFrom('audit')
    .select('account_id')
    .where('target_id', '=', survey.id)
    .where('action', '=', 'survey.acceptanceTakenBack')
    .execute()
  expect(rows).toEqual([{ account_id: sam.id }, { account_id: sam.id }])
})

test('an accepted one can still be sent back; needs a note or a message, and has its limits', async () => {
  await put('Completed')
  await accept()
  expect((await back(rita, {})).errors).toEqual([
    { message: 'Write a note at a field, or a message, so that the surveyor knows what to change.' },
  ])
  expect((await back(rita, { note: ' ' })).status).toBe(422)
  expect((await back(rita, { message: 'x'.repeat(limits.reviewTextMax + 1) })).status).toBe(422)
  const many = Array.from({ length: limits.reviewNotesMax + 1 }, () => ({
    ...{ user_survey_sub_section_detail_id: notes(), note: 'x' },
  }))
  expect((await rita.api.call(sendBack, { ...at(), body: { notes: many } })).status).toBe(422)
  expect((await back(rita, { message: 'After all' })).status).toBe(200)
  expect(await states()).toEqual(['Started', 'sent_back', 'sent_back'])
})
