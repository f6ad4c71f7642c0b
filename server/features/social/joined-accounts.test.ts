import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { joinSocial, partSocial, socialAccounts, startJoining } from '#contract/accounts/social.ts'
import { limits } from '#contract/limits.ts'
import type { ApiClient } from '#server/testing/api.ts'
import { goodPassword, type MadeAccount } from '#server/testing/make.ts'
import { type PersonThere, TestProvider } from '#server/testing/openid-provider.ts'
import { answerOf, logInBy, signInAt, signUpBy } from '#server/testing/social.ts'
import { type TestApp, testApp, testAppForThisTest } from '#server/testing/test-app.ts'

const noId = '019b0000-0000-7000-8000-000000000000'

let there: TestProvider
let here: TestApp
beforeAll(async () => {
  there = await TestProvider.start({ returnTo: 'http://fieldbook.test/SocialMediaAccountLoginScreen' })
  here = await testApp(there.environment())
})
// All calls have the same address.
beforeEach(() => here.context.db.deleteFrom('rate').execute())
afterAll(async () => {
  await here.close()
  await there.stop()
})

function start(api: ApiClient, current_password?: string) {
  const attributes = { provider: 'acme', ...(current_password === undefined ? {} : { current_password }) }
  return api.call(startJoining, { body: { data: { attributes } } })
}

async function answerFor(api: ApiClient, who: PersonThere) {
  const { authorize_url, secret } = (await start(api)).body.data.attributes
  return { ...(await answerOf(there, authorize_url, who)), secret }
}

async function joinAs(api: ApiClient, who: PersonThere) {
  return api.call(joinSocial, { body: { data: { attributes: await answerFor(api, who) } } })
}

async function member(app = here): Promise<{ who: PersonThere; id: string; api: ApiClient }> {
  const who = there.person()
  const made = await signUpBy(app.api, await signInAt(app.api, there, who))
  return { who, id: made.body.data.id, api: app.api.withToken(made.body.meta?.token ?? '') }
}

async function joinedOf({ api }: Pick<MadeAccount, 'api'>) {
  return (await api.call(socialAccounts, {})).body.data
}

describe('joining from the profile', () => {
  test('without a session is refused', async () => {
    const attributes = { secret: 'A'.repeat(43), code: 'x', state: 'x' }
    expect((await start(here.api)).status).toBe(401)
    expect((await here.api.call(joinSocial, { body: { data: { attributes } } })).status).toBe(401)
    expect((await here.api.call(socialAccounts, {})).status).toBe(401)
    expect((await here.api.call(partSocial, { params: { id: noId } })).status).toBe(401)
  })

  test('an attempt is valid only for the account that began it', async () => {
    const [mine, other] = [await here.make.account(), await here.make.account()]
    const answer = await answerFor(other.api, there.person())
    const body = { data: { attributes: answer } }
    expect((await mine.api.call(joinSocial, { body })).status).toBe(401)
    expect((await logInBy(here.api, answer)).status).toBe(401)
    const entering = await signInAt(here.api, there, there.person())
    expect((await mine.api.call(joinSocial, { body: { data: { attributes: entering } } })).status).toBe(401)
    expect((await other.api.call(joinSocial, { body })).status).toBe(201)
  })

  test('lets the provider’s account open this one with any address', async () => {
    const mine = await here.make.account()
    const who = there.person()
    const joined = await joinAs(mine.api, who)
    expect(joined.body.data.attributes).toMatchObject({ provider: 'acme', name: 'Acme', email: who.email })
    expect(await joinedOf(mine)).toHaveLength(1)
    const session = await logInBy(here.api, await signInAt(here.api, there, who))
    expect(session.body.data.id).toBe(mine.id)
    const again = await joinAs(mine.api, who)
    expect([again.status, (await joinedOf(mine)).length]).toEqual([201, 1])
  })

  test('leaves a provider’s account where it is already joined', async () => {
    const { who, id } = await member()
    const mine = await here.make.account()
    const refused = await joinAs(mine.api, who)
    expect([refused.status, refused.errors]).toEqual([
      409,
      [{ message: 'This account is already linked to another Fieldbook account.' }],
    ])
    expect((await logInBy(here.api, await signInAt(here.api, there, who))).body.data.id).toBe(id)
  })

  test('by two accounts at the same moment joins one', async () => {
    const who = there.person()
    const [one, other] = [await here.make.account(), await here.make.account()]
    const answers = [await answerFor(one.api, who), await answerFor(other.api, who)] as const
    const both = await Promise.all([
      one.api.call(joinSocial, { body: { data: { attributes: answers[0] } } }),
      other.api.call(joinSocial, { body: { data: { attributes: answers[1] } } }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  test('asks for the password in an older session', async () => {
    const mine = await testAppForThisTest(there.environment())
    const owner = await mine.make.account()
    const social = await member(mine)
    mine.passTime(limits.freshSession + 1000)
    const refused = await start(owner.api)
    expect([refused.status, refused.errors]).toEqual([
      422,
      [{ password: 'Please enter your current password first.' }],
    ])
    expect((await start(owner.api, 'Wrong7horse')).errors).toEqual([
      { password: 'Current password not valid.' },
    ])
    expect((await start(owner.api, goodPassword)).status).toBe(200)
    expect((await start(social.api)).status).toBe(422)
  })
})

describe('removing', () => {
  test('someone else’s or an unknown one finds nothing', async () => {
    const { api } = await member()
    const [theirs] = await joinedOf({ api })
    const mine = await here.make.account()
    for (const id of [theirs?.id ?? '', noId]) {
      const refused = await mine.api.call(partSocial, { params: { id } })
      expect([refused.status, refused.errors]).toEqual([404, [{ message: 'Not found.' }]])
    }
    expect(await joinedOf({ api })).toHaveLength(1)
  })

  test('keeps the last way in', async () => {
    const { api } = await member()
    const [only] = await joinedOf({ api })
    const refused = await api.call(partSocial, { params: { id: only?.id ?? '' } })
    expect([refused.status, Object.keys(refused.errors[0] ?? {})]).toEqual([422, ['message']])
    expect(await joinedOf({ api })).toHaveLength(1)
  })

  test('both of two at the same moment leaves one', async () => {
    const { api } = await member()
    await joinAs(api, there.person())
    const both = await joinedOf({ api })
    const removed = await Promise.all(both.map(({ id }) => api.call(partSocial, { params: { id } })))
    expect(removed.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(await joinedOf({ api })).toHaveLength(1)
  })

  test('ends it, records it and notifies the owner', async () => {
    const mine = await here.make.account()
    const who = there.person()
    const joined = await joinAs(mine.api, who)
    expect((await mine.api.call(partSocial, { params: { id: joined.body.data.id } })).status).toBe(200)
    expect((await logInBy(here.api, await signInAt(here.api, there, who))).status).toBe(404)
    const { db } = here.context
    const actions = await db.selectFrom('audit').select('action').where('account_id', '=', mine.id).execute()
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['social.linked', 'social.unlinked']),
    )
    const mails = await db.selectFrom('message').select('kind').where('recipient', '=', mine.email).execute()
    expect(mails.map(({ kind }) => kind).sort()).toEqual(['social.joined', 'social.parted'])
  })
})
