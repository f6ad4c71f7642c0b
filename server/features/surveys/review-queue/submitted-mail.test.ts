import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeSettings } from '#contract/accounts/settings.ts'
import { limits } from '#contract/limits.ts'
import { acceptSurvey } from '#contract/surveys/reviews.ts'
import { type SurveyDetail, submitSurvey } from '#contract/surveys/surveys.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { messagesTo } from '#server/testing/outbox.ts'
import { addSampleTemplate, allMandatory, readSurvey, save, startSurvey } from '#server/testing/surveys.ts'
import { makeTeam } from '#server/testing/teams.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
let sam: MadeAccount
let rita: MadeAccount
let reader: MadeAccount
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
})
afterAll(() => here.close())
beforeEach(async () => {
  sam = await here.make.account({ firstName: 'Sam', isProven: true })
  rita = await here.make.account({ firstName: 'Rita', isProven: true })
  reader = await here.make.account({ isProven: true })
  await makeTeam(await here.make.account({ role: 'admin' }), [
    [sam, 'none'],
    [rita, 'review'],
    [reader, 'read'],
  ])
})

async function filled(name: string): Promise<SurveyDetail> {
  const survey = await startSurvey(sam, { name })
  await save(sam, survey, allMandatory)
  return survey
}
const submit = ({ id }: SurveyDetail) =>
  sam.api.call(submitSurvey, { params: { id }, body: { status: 'Completed' } })
/** The oldest first. */
const mails = async (who: MadeAccount, kind: string) =>
  (await messagesTo(here, who.email)).filter((one) => one.kind === kind).toReversed()
const subjects = async (who = rita, kind = 'reviews.submitted') =>
  (await mails(who, kind)).map(({ subject }) => subject)

/** As a mail server that took everything that is due. */
async function sendDue(): Promise<void> {
  const now = here.context.clock()
  await here.context.db
    .updateTable('message')
    .set({ status: 'sent', sent_at: now })
    .where('status', '=', 'queued')
    .where('next_attempt_at', '<=', now)
    .execute()
}

test('only reviewers are mailed; the link opens the survey in the queue', async () => {
  const survey = await filled('Hill House')
  await submit(survey)
  const [mail] = await mails(rita, 'reviews.submitted')
  expect(mail?.subject).toBe('Sam Rivera submitted a survey')
  expect(mail?.body).toContain(`/Review/${survey.id}\n`)
  for (const who of [sam, reader]) expect(await subjects(who)).toEqual([])
  // Nothing was submitted: sent again without a change, and one that is not complete.
  await submit(survey)
  expect((await submit(await startSurvey(sam))).status).toBe(422)
  expect(await subjects()).toEqual(['Sam Rivera submitted a survey'])
})

test('forty submissions in half an hour are two mails, and none is missing', async () => {
  const surveys = []
  for (let count = 0; count < 40; count++) surveys.push(await filled(`House ${count}`))
  const [first, ...others] = surveys
  if (first) await submit(first)
  await sendDue()
  here.passTime(1_000)
  for (const survey of others) await submit(survey)
  expect(await subjects()).toEqual(['Sam Rivera submitted a survey', '39 surveys were submitted for review'])
  await sendDue()
  const [, digest] = await mails(rita, 'reviews.submitted')
  expect(digest?.status).toBe('queued')
  expect(digest?.body).toContain('/Review\n')
  here.passTime(limits.reviewDigestEvery)
  await sendDue()
  expect((await mails(rita, 'reviews.submitted')).map(({ status }) => status)).toEqual(['sent', 'sent'])
  // After a quiet while the next one is mailed at once again.
  here.passTime(limits.reviewDigestEvery + 1_000)
  await submit(await filled('The last one'))
  await sendDue()
  expect((await mails(rita, 'reviews.submitted')).at(-1)).toMatchObject({
    status: 'sent',
    subject: 'Sam Rivera submitted a survey',
  })
})

test('submissions at the same moment share a mail', async () => {
  const surveys = await Promise.all(['A', 'B', 'C', 'D'].map(filled))
  await Promise.all(surveys.map(submit))
  expect(await subjects()).toEqual(['4 surveys were submitted for review'])
})

test('a mail that is being sent is not rewritten: the next survey has the next mail', async () => {
  await submit(await filled('A'))
  const claimed_until = new Date(here.context.clock().getTime() + 60_000)
  await here.context.db
    .updateTable('message')
    .set({ claimed_until })
    .where('recipient', '=', rita.email)
    .execute()
  here.passTime(1_000)
  await submit(await filled('B'))
  expect(await subjects()).toEqual(['Sam Rivera submitted a survey', 'Sam Rivera submitted a survey'])
})

test('accepting many sends the surveyor one mail at once and one later, in their language', async () => {
  await sam.api.call(changeSettings, { body: { data: { attributes: { language: 'es' } } } })
  const accept = async ({ id }: SurveyDetail) => {
    const { last_edited } = await readSurvey(rita, id)
    await rita.api.call(acceptSurvey, { params: { id }, body: { last_edited } })
    here.passTime(1_000)
  }
  const surveys = await Promise.all(['A', 'B', 'C'].map(filled))
  for (const survey of surveys) await submit(survey)
  const [first, ...others] = surveys
  if (first) await accept(first)
  await sendDue()
  for (const survey of others) await accept(survey)
  expect(await subjects(sam, 'reviews.accepted')).toEqual([
    'Rita Rivera aceptó una inspección suya',
    'Se aceptaron 2 inspecciones suyas',
  ])
})
