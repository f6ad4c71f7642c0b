import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { logIn, profile } from '#contract/accounts/accounts.ts'
import { socialProviders, startSocial } from '#contract/accounts/social.ts'
import { limits } from '#contract/limits.ts'
import { TestProvider } from '#server/testing/openid-provider.ts'
import { begin, logInBy, signInAt, signUpBy } from '#server/testing/social.ts'
import { type TestApp, testApp, testAppForThisTest } from '#server/testing/test-app.ts'

const returnTo = 'http://fieldbook.test/SocialMediaAccountLoginScreen'
const failed = [401, [{ message: 'Login failed. Please try again.' }]]

let there: TestProvider
let here: TestApp
beforeAll(async () => {
  there = await TestProvider.start({ returnTo })
  here = await testApp(there.environment())
})
// All sign-ups have the same address.
beforeEach(() => here.context.db.deleteFrom('rate').execute())
afterAll(async () => {
  await here.close()
  await there.stop()
})

async function member() {
  const who = there.person()
  const made = await signUpBy(here.api, await signInAt(here.api, there, who))
  return { who, id: made.body.data.id, email: who.email ?? '' }
}

describe('without a provider', () => {
  test('there is none to choose, and nothing opens', async () => {
    const bare = await testAppForThisTest()
    expect((await bare.api.call(socialProviders, {})).body.data).toEqual([])
    const started = await bare.api.call(startSocial, {
      body: { data: { attributes: { provider: 'google' } } },
    })
    expect([started.status, started.errors]).toEqual([
      422,
      [{ provider: 'Login failed. This sign-in is not set up on this installation.' }],
    ])
    const refused = await logInBy(bare.api, { id_token: 'a.b.c' })
    expect(refused.status).toBe(422)
  })
})

describe('invalid proofs', () => {
  test('the address as its own password opens nothing', async () => {
    const { email } = await member()
    const old = { email, password: email, unique_auth_id: '1' }
    const refused = await logInBy(here.api, old)
    expect([refused.status, refused.errors]).toEqual([422, [{ message: 'Login failed. Please try again.' }]])
    expect((await signUpBy(here.api, old)).status).toBe(422)
    const asEmail = await here.api.call(logIn, {
      body: { data: { type: 'email_account', attributes: { email, password: email } } },
    })
    expect(asEmail.status).toBe(401)
  })

  test('an answer works only in the browser that began', async () => {
    const { who } = await member()
    const others = await signInAt(here.api, there, who)
    const mine = await begin(here.api)
    const refused = await logInBy(here.api, { ...others, secret: mine.secret })
    expect([refused.status, refused.errors]).toEqual(failed)
    expect((await logInBy(here.api, { ...others, state: mine.state, secret: mine.secret })).status).toBe(401)
    // The person who began is not affected.
    expect((await logInBy(here.api, others)).status).toBe(200)
  })

  test('an answer works once', async () => {
    const { who } = await member()
    const answer = await signInAt(here.api, there, who)
    expect((await logInBy(here.api, answer)).status).toBe(200)
    const again = await logInBy(here.api, answer)
    expect([again.status, again.errors]).toEqual(failed)
    expect((await logInBy(here.api, { secret: answer.secret })).status).toBe(410)
  })

  test('of two at the same moment only one is let in', async () => {
    const { who } = await member()
    const answer = await signInAt(here.api, there, who)
    const both = await Promise.all([logInBy(here.api, answer), logInBy(here.api, answer)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test.each([
    ['an invented code', { code: 'invented' }],
    ['another provider that answers', { iss: 'https://evil.example' }],
    ['an invented state', { state: 'A'.repeat(43) }],
  ])('%s', async (_, changes) => {
    const { who } = await member()
    const refused = await logInBy(here.api, { ...(await signInAt(here.api, there, who)), ...changes })
    expect([refused.status, refused.errors]).toEqual(failed)
  })

  test('an attempt expires after ten minutes', async () => {
    const mine = await testAppForThisTest(there.environment())
    const answer = await signInAt(mine.api, there, there.person())
    mine.passTime(limits.socialAttemptLife + 1)
    expect((await logInBy(mine.api, answer)).status).toBe(401)
  })

  test('an address that the provider has not proven makes no account', async () => {
    const who = there.person({ email_verified: false })
    const refused = await signUpBy(here.api, await signInAt(here.api, there, who))
    expect([refused.status, refused.errors[0]]).toEqual([
      422,
      {
        email:
          'The account that you signed in with has no confirmed email address. Confirm it there first, or sign up with email.',
      },
    ])
    const none = there.person({ email: 'not an address' })
    expect((await signUpBy(here.api, await signInAt(here.api, there, none))).status).toBe(422)
  })
})

describe('sign-up', () => {
  test('makes an account without a password, and its session', async () => {
    const who = there.person({ email: 'Marian@Acme.Example', given_name: "O'Neil 2nd", family_name: 'X' })
    const made = await signUpBy(here.api, {
      ...(await signInAt(here.api, there, who)),
      email: 'somebody@else.example',
      password: 'somebody@else.example',
    })
    expect(made.status).toBe(201)
    expect(made.body.data.attributes).toMatchObject({
      first_name: 'ONeil nd',
      last_name: 'Surveyor',
      email: 'marian@acme.example',
      type: 'SocialAccount',
    })
    const mine = await here.api.withToken(made.body.meta?.token ?? '').call(profile, {})
    expect(mine.status).toBe(200)
    const row = await here.context.db
      .selectFrom('account')
      .selectAll()
      .where('id', '=', made.body.data.id)
      .executeTakeFirstOrThrow()
    expect([row.password_hash, row.email_proven_at === null]).toEqual([null, false])
  })

  test('requires an explicit sign-up: a login creates no account, and the proof stays valid', async () => {
    const who = there.person()
    const answer = await signInAt(here.api, there, who)
    const unknown = await logInBy(here.api, answer)
    expect([unknown.status, unknown.errors]).toEqual([
      404,
      [{ message: 'No Fieldbook account belongs to this sign-in yet.' }, { account_email: who.email }],
    ])
    const [one, other] = await Promise.all([
      signUpBy(here.api, { secret: answer.secret }),
      signUpBy(here.api, { secret: answer.secret }),
    ])
    expect([one?.status, other?.status].sort()).toEqual([201, 410])
  })

  test('by someone who already has an account logs in', async () => {
    const { who, id } = await member()
    const again = await signUpBy(here.api, await signInAt(here.api, there, who))
    expect([again.status, again.body.data.id]).toEqual([201, id])
  })

  test('nothing that could be used is stored', async () => {
    const attempt = await begin(here.api)
    const rows = await here.context.db.selectFrom('social_attempt').selectAll().execute()
    const text = JSON.stringify(rows)
    for (const secret of [attempt.secret, attempt.state, attempt.nonce]) expect(text).not.toContain(secret)
  })
})

describe('login', () => {
  test('knows the person by issuer and subject, even if the address has changed', async () => {
    const { who, id } = await member()
    const moved = { ...who, email: 'moved@acme.example' }
    const session = await logInBy(here.api, await signInAt(here.api, there, there.person(moved)))
    expect([session.status, session.body.data.id]).toEqual([200, id])
    const namesake = there.person({ email: 'stranger@acme.example', given_name: 'Robin' })
    expect((await logInBy(here.api, await signInAt(here.api, there, namesake))).status).toBe(404)
    const same = await logInBy(here.api, { ...(await signInAt(here.api, there, who)), remember_me: true })
    expect([same.status, same.body.data.id]).toEqual([200, id])
    expect(same.body.data.attributes.is_one_time_password_expired).toBe(true)
  })

  test('is recorded', async () => {
    const { who, id } = await member()
    await logInBy(here.api, await signInAt(here.api, there, who))
    const rows = await here.context.db
      .selectFrom('audit')
      .select(['action', 'detail'])
      .where('account_id', '=', id)
      .orderBy('at')
      .orderBy('id')
      .execute()
    expect(rows.map(({ action }) => action)).toEqual([
      'account.created',
      'login.succeeded',
      'login.succeeded',
    ])
    expect(rows[2]?.detail).toEqual({ by: 'social', provider: 'acme' })
  })

  test('opens no disabled account', async () => {
    const { who, id } = await member()
    await here.context.db
      .updateTable('account')
      .set({ disabled_at: new Date() })
      .where('id', '=', id)
      .execute()
    for (const enter of [logInBy, signUpBy]) {
      const refused = await enter(here.api, await signInAt(here.api, there, who))
      expect([refused.status, refused.errors]).toEqual(failed)
    }
  })

  test('opens no deleted account; its owner may start over', async () => {
    const { who, id } = await member()
    await here.context.db
      .updateTable('account')
      .set({ deleted_at: new Date() })
      .where('id', '=', id)
      .execute()
    const answer = await signInAt(here.api, there, who)
    expect((await logInBy(here.api, answer)).status).toBe(404)
    const anew = await signUpBy(here.api, { secret: answer.secret })
    expect(anew.status).toBe(201)
    expect(anew.body.data.id).not.toBe(id)
  })
})

describe('a provider', () => {
  test('is named for the buttons', async () => {
    const listed = await here.api.call(socialProviders, {})
    expect(listed.body.data).toEqual([{ id: 'acme', type: 'social_provider', attributes: { name: 'Acme' } }])
  })

  test('that is down is reported as such, and is asked again when it is back', async () => {
    const mine = await testAppForThisTest(there.environment())
    await there.stop()
    const start = () => mine.api.call(startSocial, { body: { data: { attributes: { provider: 'acme' } } } })
    const away = await start()
    expect([away.status, away.errors]).toEqual([
      503,
      [
        {
          message:
            'Login failed. The sign-in provider cannot be reached right now. Please try again shortly.',
        },
      ],
    ])
    await there.open()
    expect((await start()).status).toBe(200)
  })

  test('that goes down before the exchange is reported as such', async () => {
    const answer = await signInAt(here.api, there, there.person())
    await there.stop()
    expect((await logInBy(here.api, answer)).status).toBe(503)
    await there.open()
  })

  test('that puts little in its tokens is asked for the rest', async () => {
    const thin = await TestProvider.start({ returnTo, thinTokens: true })
    const mine = await testAppForThisTest(thin.environment())
    const who = thin.person()
    const made = await signUpBy(mine.api, await signInAt(mine.api, thin, who))
    expect([made.status, made.body.data.attributes.email]).toEqual([201, who.email])
    await thin.stop()
  })

  test('gets the configured address, a state, a nonce and a challenge', async () => {
    const { authorize_url, state, nonce } = await begin(here.api)
    const address = new URL(authorize_url)
    expect(address.origin).toBe(there.issuer)
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      redirect_uri: returnTo,
      response_type: 'code',
      state,
      nonce,
      code_challenge_method: 'S256',
    })
  })
})
