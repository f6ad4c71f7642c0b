import { v7 as newId, v4 as newKey } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { guestInfo } from '#contract/sharing/guests.ts'
import { activeLink, generateLink, revokeAccess } from '#contract/sharing/sharing.ts'
import { deleteSurvey } from '#contract/surveys/surveys.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { share } from '#server/testing/shared-survey.ts'
import { addSampleTemplate, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp, testAppForThisTest } from '#server/testing/test-app.ts'

let here: TestApp
let sam: MadeAccount
let eve: MadeAccount
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  sam = await here.make.account()
  eve = await here.make.account({ firstName: 'Eve' })
})
afterAll(() => here.close())

const notFound = [404, [{ message: 'Not found.' }]]
const nothing = { data: { active_link: null, link: null } }
const guestStatus = async (id: string) =>
  (await here.api.call(guestInfo, { query: { guest_survey_id: id } })).status

async function ask(
  api: MadeAccount['api'],
  query: { link_share_id?: string; link_token?: string; user_survey_id?: string },
) {
  return (await api.call(activeLink, { query })).body
}

describe('access', () => {
  test('making and ending links needs a full session', async () => {
    const body = { link_share_id: newId() }
    const restricted = await here.make.account({ passwordIsOwn: false })
    for (const endpoint of [generateLink, revokeAccess] as const) {
      const stranger = await here.api.call(endpoint, { body })
      expect([stranger.status, Object.keys(stranger.errors[0] ?? {})]).toEqual([401, ['token']])
      expect((await restricted.api.call(endpoint, { body })).status).toBe(403)
    }
  })

  test('someone else’s survey looks the same as one that never existed, and keeps its link', async () => {
    const survey = await startSurvey(sam)
    const link = await share(sam, survey.id)
    for (const endpoint of [generateLink, revokeAccess] as const) {
      for (const id of [survey.id, newId()]) {
        const refused = await eve.api.call(endpoint, { body: { link_share_id: id } })
        expect([refused.status, refused.errors]).toEqual(notFound)
      }
    }
    expect(await guestStatus(link.id)).toBe(200)
    expect(await ask(eve.api, { user_survey_id: survey.id })).toEqual(nothing)
    expect(await ask(eve.api, { link_share_id: survey.id })).toEqual(nothing)
  })

  test('only a guest’s secrets or the owner’s session open the link’s address', async () => {
    const survey = await startSurvey(sam)
    const link = await share(sam, survey.id)
    const other = await share(sam, (await startSurvey(sam)).id)
    const guess = 'x'.repeat(link.token.length)
    for (const query of [
      { link_share_id: link.id, link_token: guess },
      { link_share_id: link.id, link_token: other.token },
      { link_share_id: 'x'.repeat(22), link_token: link.token },
      { link_share_id: survey.id, link_token: link.token },
      { link_share_id: link.token },
      { link_share_id: survey.id },
      { link_token: link.token },
      {},
    ]) {
      expect(await ask(here.api, query)).toEqual(nothing)
    }
    for (const id of [survey.id, link.token]) expect(await guestStatus(id)).toBe(404)
    expect(await guestStatus(link.id)).toBe(200)
    for (const api of [here.api, eve.api]) {
      for (const query of [{ link_share_id: link.id }, { link_share_id: link.id, link_token: link.token }])
        expect(await ask(api, query)).toEqual({ data: { active_link: link.address, link: null } })
    }
    for (const query of [
      { user_survey_id: survey.id },
      { link_share_id: survey.id },
      { link_share_id: link.id },
    ])
      expect((await ask(sam.api, query)).data.active_link).toBe(link.address)
  })

  test('the id may be in the path', async () => {
    const link = await share(sam, (await startSurvey(sam)).id)
    const proven = await here.api.call(
      activeLink,
      { params: { id: link.id }, query: { link_token: link.token } },
      { alias: 0 },
    )
    expect([proven.status, proven.body.data.active_link]).toEqual([200, link.address])
    const alone = await here.api.call(activeLink, { params: { id: link.id }, query: {} }, { alias: 0 })
    expect([alone.status, alone.body]).toEqual([200, proven.body])
    const query = { link_token: 'x'.repeat(link.token.length) }
    const unproven = await here.api.call(activeLink, { params: { id: link.id }, query }, { alias: 0 })
    expect([unproven.status, unproven.body]).toEqual([200, nothing])
  })
})

test('guesses from an address run into a limit, and guests there who have a link do not', async () => {
  const own = await testAppForThisTest()
  await addSampleTemplate(own)
  const surveyor = await own.make.account()
  const survey = await startSurvey(surveyor)
  const link = await share(surveyor, survey.id)
  const held = { query: { link_share_id: link.id, link_token: link.token } }
  const guessed = { query: { link_share_id: link.id, link_token: 'x'.repeat(link.token.length) } }
  for (let calls = 0; calls < 10; calls++) expect((await own.api.call(activeLink, held)).status).toBe(200)
  // None of them counted: there can be any number of them.
  for (let calls = 0; calls < limits.linkGuesses; calls++)
    expect((await own.api.call(activeLink, guessed)).status).toBe(200)
  const refused = await own.api.call(activeLink, guessed)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await own.api.call(activeLink, {})).status).toBe(429)
  expect((await own.api.call(activeLink, held)).body.data.active_link).toBe(link.address)
  await share(surveyor, survey.id)
  // The holder of an ended link has not guessed anything, and gets a clear message.
  expect(await own.api.call(activeLink, held)).toMatchObject({ status: 200, body: nothing })
})

test('a guest’s call with another link’s token, and 300 wrong ids from one address, find nothing', async () => {
  const own = await testAppForThisTest({ TRUST_PROXY: '1' })
  await addSampleTemplate(own)
  const surveyor = await own.make.account()
  const link = await share(surveyor, (await startSurvey(surveyor)).id)
  const other = await share(surveyor, (await startSurvey(surveyor)).id)
  const office = { headers: { 'x-forwarded-for': '10.9.0.1' } }
  const asGuest = async (guest_survey_id: string, link_token?: string, from = office) => {
    const query = { guest_survey_id, ...(link_token && { link_token }) }
    const { status, errors } = await own.api.call(guestInfo, { query }, from)
    return [status, errors]
  }
  expect((await asGuest(link.id, link.token))[0]).toBe(200)
  expect(await asGuest(link.id, other.token)).toEqual(notFound)
  expect(await asGuest('x'.repeat(22), link.token)).toEqual(notFound)
  for (let guesses = 2; guesses < limits.linkGuesses; guesses++)
    expect((await asGuest('x'.repeat(22)))[0]).toBe(404)
  expect((await asGuest('x'.repeat(22)))[0]).toBe(429)
  expect((await asGuest(link.id, other.token))[0]).toBe(429)
  // Guests with a link at the same address, and callers elsewhere, are not affected.
  expect((await asGuest(link.id, link.token))[0]).toBe(200)
  expect((await asGuest('x'.repeat(22), undefined, { headers: { 'x-forwarded-for': '10.9.0.2' } }))[0]).toBe(
    404,
  )
})

test('a new link ends the previous one; both halves are unguessable and new', async () => {
  const survey = await startSurvey(sam)
  const first = await share(sam, survey.id)
  const second = await share(sam, survey.id)
  expect(await guestStatus(first.id)).toBe(410)
  expect(await guestStatus(second.id)).toBe(200)
  expect(await ask(here.api, { link_share_id: first.id, link_token: first.token })).toEqual(nothing)
  expect(await ask(here.api, { link_share_id: first.id })).toEqual(nothing)
  expect(first.id).not.toBe(second.id)
  expect(first.token).not.toBe(second.token)
  for (const half of [second.id, second.token])
    expect(Buffer.from(half, 'base64url').length).toBeGreaterThanOrEqual(16)
  expect(second.address).toBe(`http://fieldbook.test/survey-report/${second.token}/${second.id}`)
})

test('exactly one of many links made at once is live', async () => {
  const survey = await startSurvey(sam)
  const links = await Promise.all(Array.from({ length: 6 }, () => share(sam, survey.id)))
  const answers = await Promise.all(links.map(({ id }) => guestStatus(id)))
  expect(answers.toSorted()).toEqual([200, 410, 410, 410, 410, 410])
})

test('revoking ends the link at once, and can be done twice', async () => {
  const survey = await startSurvey(sam)
  const link = await share(sam, survey.id)
  const body = { link_share_id: survey.id }
  for (const _ of ['first', 'second']) {
    const revoked = await sam.api.call(revokeAccess, { body })
    expect([revoked.status, revoked.body.data.message]).toEqual([
      200,
      'Access to the shared report has been revoked.',
    ])
  }
  expect(await guestStatus(link.id)).toBe(410)
  expect(await ask(sam.api, { user_survey_id: survey.id })).toEqual(nothing)
})

test('revoking by the id of a link ends that survey’s access', async () => {
  const survey = await startSurvey(sam)
  const link = await share(sam, survey.id)
  const body = { link_share_id: link.id }
  expect((await eve.api.call(revokeAccess, { body })).status).toBe(404)
  expect(await guestStatus(link.id)).toBe(200)
  expect((await sam.api.call(revokeAccess, { body })).status).toBe(200)
  expect(await guestStatus(link.id)).toBe(410)
})

test('the same key gives the same link once; with a different body it is refused', async () => {
  const survey = await startSurvey(sam)
  const other = await startSurvey(sam)
  for (const endpoint of [generateLink, revokeAccess] as const) {
    const key = newKey()
    const body = { link_share_id: survey.id }
    const first = await sam.api.call(endpoint, { body }, { key })
    const again = await sam.api.call(endpoint, { body }, { key })
    expect([again.status, again.body]).toEqual([200, first.body])
    const changed = await sam.api.call(endpoint, { body: { link_share_id: other.id } }, { key })
    expect(changed.status).toBe(422)
  }
  const links = here.context.db.selectFrom('share_link').selectAll()
  expect(await links.where('survey_id', '=', survey.id).execute()).toHaveLength(1)
  expect(await links.where('survey_id', '=', other.id).execute()).toHaveLength(0)
})

test('an end date must be in the future, and then ends the link', async () => {
  const mine = await testAppForThisTest()
  await addSampleTemplate(mine)
  const owner = await mine.make.account()
  const survey = await startSurvey(owner)
  const before = await share(owner, survey.id)
  const inAMinute = new Date(mine.context.clock().getTime() + 60_000)
  const past = new Date(mine.context.clock().getTime() - 1)
  const refused = await owner.api.call(generateLink, {
    body: { link_share_id: survey.id, ends_at: past.toISOString() },
  })
  expect([refused.status, refused.errors]).toEqual([
    422,
    [{ ends_at: 'Please choose today or a later day.' }],
  ])
  const guest = async (id: string) =>
    (await mine.api.call(guestInfo, { query: { guest_survey_id: id } })).status
  expect(await guest(before.id)).toBe(200)

  const link = await share(owner, survey.id, inAMinute)
  const shown = await owner.api.call(activeLink, { query: { user_survey_id: survey.id } })
  expect(shown.body.data.link).toMatchObject({ ends_at: inAMinute.toISOString(), is_link_active: true })
  expect(await guest(link.id)).toBe(200)
  mine.passTime(60_000)
  expect(await guest(link.id)).toBe(410)
  // Only the owner learns that the link passed its end date.
  const over = await ask(owner.api, { user_survey_id: survey.id })
  expect(over).toEqual({ data: { ...nothing.data, ended_at: inAMinute.toISOString() } })
  const stranger = await mine.make.account()
  for (const api of [mine.api, stranger.api]) {
    expect(await ask(api, { user_survey_id: survey.id })).toEqual(nothing)
    expect(await ask(api, { link_share_id: link.id })).toEqual(nothing)
  }
  expect(await guest((await share(owner, survey.id)).id)).toBe(200)
  // A link that was revoked did not pass its end date.
  await share(owner, survey.id, new Date(mine.context.clock().getTime() + 60_000))
  await owner.api.call(revokeAccess, { body: { link_share_id: survey.id } })
  mine.passTime(60_000)
  expect(await ask(owner.api, { user_survey_id: survey.id })).toEqual(nothing)
})

test('an invalid date is refused with a readable message', async () => {
  const survey = await startSurvey(sam)
  const body = { link_share_id: survey.id, ends_at: 'tomorrow' }
  const refused = await sam.api.call(generateLink, { body })
  expect([refused.status, refused.errors]).toEqual([422, [{ ends_at: 'The date is not valid.' }]])
})

test('the owner sees how often the page was opened', async () => {
  const survey = await startSurvey(sam)
  const link = await share(sam, survey.id)
  const views = async () => (await ask(sam.api, { user_survey_id: survey.id })).data.link?.views
  expect(await views()).toBe(0)
  await ask(here.api, { link_share_id: link.id, link_token: link.token })
  await ask(here.api, { link_share_id: link.id, link_token: link.token })
  await ask(here.api, { link_share_id: link.id })
  await ask(here.api, { link_share_id: link.id, link_token: 'x'.repeat(link.token.length) })
  // The owner looking at the link doesn't count as opening the page.
  await ask(sam.api, { link_share_id: link.id })
  expect(await views()).toBe(3)
})

test('a deleted survey takes its link with it', async () => {
  const survey = await startSurvey(sam)
  const link = await share(sam, survey.id)
  await sam.api.call(deleteSurvey, { params: { id: survey.id } })
  expect(await guestStatus(link.id)).toBe(410)
  expect(await ask(here.api, { link_share_id: link.id, link_token: link.token })).toEqual(nothing)
  expect(await ask(sam.api, { user_survey_id: survey.id })).toEqual(nothing)
  const again = await sam.api.call(generateLink, { body: { link_share_id: survey.id } })
  expect([again.status, again.errors]).toEqual(notFound)
})
