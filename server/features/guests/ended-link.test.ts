import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { revokeAccess } from '#contract/sharing/sharing.ts'
import { deleteSurvey, restoreSurvey } from '#contract/surveys/surveys.ts'
import { guestCalls, signedIn } from '#server/testing/as-guest.ts'
import { type PicturedSurvey, picturedSurvey, share } from '#server/testing/shared-survey.ts'
import { addSampleTemplate, sectionNamed } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
})
afterAll(() => here.close())

const expired = [410, { errors: [{ message: 'This link has expired' }] }]

/** A guest who has called everything once and keeps every address from it. */
async function guestOf({ owner, survey }: PicturedSurvey, endsAt?: Date) {
  const link = await share(owner, survey.id, endsAt)
  const sections = ['Building', 'Floor'].map((name) => sectionNamed(survey, name).id)
  const all = sections.map((id) => guestCalls(here.api, link.id, id))
  const calls = all.flatMap((one) => Object.values(one))
  const replies = await Promise.all(calls.map((call) => call()))
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  return { calls, addresses: signedIn(replies.map(({ body }) => body)) }
}

type Guest = Awaited<ReturnType<typeof guestOf>>

async function statuses({ calls, addresses }: Guest): Promise<Set<number>> {
  const answers = await Promise.all(calls.map((call) => call()))
  // One byte is enough to know; the report has no ranges and would be drawn each time.
  const opened = []
  for (const address of addresses.filter((one) => !one.includes('/report/')))
    opened.push(await here.api.open(address, { range: 'bytes=0-0' }))
  return new Set([...answers.map(({ status }) => status), ...opened.map(({ statusCode }) => statusCode)])
}

async function expectEnded({ calls, addresses }: Guest) {
  for (const call of calls) {
    const { status, body } = await call()
    expect([status, body]).toEqual(expired)
  }
  for (const address of addresses) {
    const answer = await here.api.open(address)
    expect([address, answer.statusCode, answer.json()]).toEqual([address, ...expired])
  }
}

test('the matrix has every guest call and every kind of file', async () => {
  const { addresses } = await guestOf(await picturedSurvey(here))
  const declared = [...api.values()].filter(({ access }) => access === 'guest').map(({ name }) => name)
  const called = Object.keys(guestCalls(here.api, '', '')).map((name) => `guests.${name}`)
  expect(called.toSorted()).toEqual(declared.toSorted())
  const kinds = addresses.map((one) => one.split('/')[3])
  // Two photos and their thumbnails, the video and its thumbnail, the PDF, the zip.
  expect(kinds.filter((kind) => kind === 'media').length).toBeGreaterThanOrEqual(5)
  expect(new Set(kinds)).toEqual(new Set(['media', 'report', 'zip']))
})

test('ended by revoking: at once, for everything that was handed out', async () => {
  const made = await picturedSurvey(here)
  const guest = await guestOf(made)
  expect(await statuses(guest)).toEqual(new Set([200, 206]))
  await made.owner.api.call(revokeAccess, { body: { link_share_id: made.survey.id } })
  await expectEnded(guest)
})

test('ended by a new link, which opens the same things again', async () => {
  const made = await picturedSurvey(here)
  const guest = await guestOf(made)
  const newer = await guestOf(made)
  await expectEnded(guest)
  expect(await statuses(newer)).toEqual(new Set([200, 206]))
})

test('ended by deleting the survey, even after it is restored', async () => {
  const made = await picturedSurvey(here)
  const guest = await guestOf(made)
  await made.owner.api.call(deleteSurvey, { params: { id: made.survey.id } })
  await expectEnded(guest)
  const restored = await made.owner.api.call(restoreSurvey, { params: { id: made.survey.id } })
  expect(restored.status).toBe(200)
  await expectEnded(guest)
  expect(await statuses(await guestOf(made))).toEqual(new Set([200, 206]))
})

test.each(['disabled_at', 'deleted_at'] as const)('ended with the owner’s account: %s', async (column) => {
  const made = await picturedSurvey(here)
  const guest = await guestOf(made)
  await here.context.db
    .updateTable('account')
    .set({ [column]: here.context.clock() })
    .where('id', '=', made.owner.id)
    .execute()
  await expectEnded(guest)
})

test('ended by its end date', async () => {
  const made = await picturedSurvey(here)
  const guest = await guestOf(made, new Date(here.context.clock().getTime() + 60_000))
  here.passTime(60_001)
  await expectEnded(guest)
})
