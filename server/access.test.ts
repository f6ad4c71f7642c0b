import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { enterAsGuest, newGuestNumber } from '#server/testing/guest-session.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { addSampleTemplate, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const noId = '019b0000-0000-7000-8000-000000000000'

let here: TestApp
let owner: MadeAccount
let surveyId: string
/** Invalid tokens, by their fault. */
let dead: Record<string, string>
let restricted: string
let guest: string

beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  const [deleted, disabled, expired, newcomer] = await Promise.all([
    here.make.account(),
    here.make.account(),
    here.make.account(),
    here.make.account({ passwordIsOwn: false }),
  ])
  const { db } = here.context
  await db.updateTable('account').set({ deleted_at: new Date() }).where('id', '=', deleted.id).execute()
  await db.updateTable('account').set({ disabled_at: new Date() }).where('id', '=', disabled.id).execute()
  await db
    .updateTable('session')
    .set({ expires_at: new Date() })
    .where('account_id', '=', expired.id)
    .execute()
  owner = await here.make.account()
  surveyId = (await startSurvey(owner)).id
  const tokenOf = (account: MadeAccount) => account.api.token ?? ''
  restricted = tokenOf(newcomer)
  guest = (await enterAsGuest(here, newGuestNumber().typed)).token ?? ''
  dead = {
    deleted: tokenOf(deleted),
    disabled: tokenOf(disabled),
    expired: tokenOf(expired),
    invented: 'A'.repeat(43),
    short: 'A',
    long: 'A'.repeat(5_000),
    almost: `${tokenOf(owner)}A`,
    guests: guest,
    otherCase: tokenOf(owner).toLowerCase(),
    twice: `${tokenOf(owner)}, ${tokenOf(owner)}`,
  }
})
afterAll(() => here.close())

async function send(endpoint: Endpoint, headers: Record<string, string>, query = '') {
  const path = endpoint.path.replaceAll(/\{\w+\}/g, noId)
  const response = await here.app.inject({ method: endpoint.method, url: `/api${path}?${query}`, headers })
  return { status: response.statusCode, body: response.json() }
}

const all = [...api.values()]
const named = (access: readonly Endpoint['access'][]) =>
  all
    .filter((endpoint) => access.includes(endpoint.access))
    .map((endpoint) => [endpoint.name, endpoint] as const)
const noSession = { status: 401, body: { errors: [{ token: expect.any(String) }] } }

describe.each(named(['restricted', 'surveyor', 'admin']))('%s', (_, endpoint) => {
  test('rejects ended sessions and tokens of other kinds', async () => {
    const token = owner.api.token ?? ''
    expect(await send(endpoint, {})).toEqual(noSession)
    for (const [why, held] of Object.entries(dead))
      expect(await send(endpoint, { token: held }), why).toEqual(noSession)
    const elsewhere = { authorization: `Basic ${token}`, cookie: `token=${token}`, 'x-token': token }
    expect(await send(endpoint, elsewhere, `token=${token}`)).toEqual(noSession)
  })

  if (endpoint.access === 'admin')
    test('rejects surveyors', async () => {
      expect(await send(endpoint, { token: owner.api.token ?? '' })).toEqual({
        status: 403,
        body: { errors: [{ message: 'You are not allowed to do this.' }] },
      })
    })

  if (endpoint.access !== 'restricted')
    test('rejects sessions that must change their password first', async () => {
      expect(await send(endpoint, { token: restricted })).toMatchObject({ status: 403 })
    })
})

describe.each(named(['optional']))('%s', (_, endpoint) => {
  test('rejects an ended session instead of treating it as no session, and tokens of other kinds', async () => {
    for (const [why, held] of Object.entries(dead))
      expect(await send(endpoint, { token: held }), why).toEqual(noSession)
    const token = restricted
    const elsewhere = { authorization: `Basic ${token}`, cookie: `token=${token}`, 'x-token': token }
    const unsigned = await send(endpoint, {})
    expect(await send(endpoint, elsewhere, `token=${token}`)).toEqual(unsigned)
    expect(await send(endpoint, { token })).not.toMatchObject({ status: 401 })
  })
})

test.each(named(['phoneGuest']))(
  '%s opens to no session of an account, and to no token that stands elsewhere',
  async (_, endpoint) => {
    const tokens = { ...dead, guests: '', owners: owner.api.token ?? '', restricted }
    expect(await send(endpoint, {})).toEqual(noSession)
    for (const [whose, token] of Object.entries(tokens))
      expect(await send(endpoint, { token }), whose).toEqual(noSession)
    const elsewhere = { authorization: `Bearer ${guest}`, cookie: `token=${guest}` }
    expect(await send(endpoint, elsewhere, `token=${guest}`)).toEqual(noSession)
  },
)

test.each(named(['guest']))(
  '%s opens to no survey’s id, no invented one, and to no session',
  async (_, endpoint) => {
    const token = owner.api.token ?? ''
    for (const query of [
      '',
      `guest_survey_id=${surveyId}`,
      `guest_survey_id=${'A'.repeat(22)}`,
      `user_survey_id=${surveyId}`,
    ])
      expect(await send(endpoint, { token }, query), query).toMatchObject({ status: 404 })
  },
)

test.each(named(['ticket']))(
  '%s gives its owner’s session no more rights than a public caller',
  async (_, endpoint) => {
    expect(await send(endpoint, { token: owner.api.token ?? '' })).toMatchObject({ status: 404 })
  },
)
