import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { logIn, profile } from '#contract/accounts/accounts.ts'
import { joinByLink, joinLinkDetails, mailJoinLink } from '#contract/accounts/social.ts'
import { limits } from '#contract/limits.ts'
import { goodPassword, type MadeAccount } from '#server/testing/make.ts'
import { TestProvider } from '#server/testing/openid-provider.ts'
import { joinWith, logInBy, signInAt, signUpBy } from '#server/testing/social.ts'
import { type TestApp, testApp, testAppForThisTest } from '#server/testing/test-app.ts'

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

/** An account, and a provider's user with the same address who has just signed in there. */
async function meeting(app = here, account?: MadeAccount) {
  const mine = account ?? (await app.make.account())
  const who = there.person({ email: mine.email })
  const answer = await signInAt(app.api, there, who)
  return { mine, who, answer, refused: await logInBy(app.api, answer) }
}

function change(id: string, values: Record<string, unknown>, app = here) {
  return app.context.db.updateTable('account').set(values).where('id', '=', id).execute()
}

function identitiesOf(id: string) {
  return here.context.db.selectFrom('social_identity').selectAll().where('account_id', '=', id).execute()
}

describe('an address that belongs to an account', () => {
  test('joins nothing by itself, neither at login nor at sign-up', async () => {
    const { mine, answer, refused } = await meeting()
    const words = [
      409,
      [
        { email: 'A Fieldbook account with this email address already exists.' },
        { account_email: mine.email },
      ],
    ]
    expect([refused.status, refused.errors]).toEqual(words)
    const signUp = await signUpBy(here.api, { secret: answer.secret })
    expect([signUp.status, signUp.errors]).toEqual(words)
    expect(await identitiesOf(mine.id)).toEqual([])
  })

  test('of a disabled account gets the same answer, and opens nothing', async () => {
    const mine = await here.make.account()
    await change(mine.id, { disabled_at: new Date() })
    const { answer, refused } = await meeting(here, mine)
    expect(refused.status).toBe(409)
    expect((await joinWith(here.api, answer.secret, goodPassword)).status).toBe(422)
    const before = await mailsTo(mine.email)
    const sent = await askForLink(answer.secret)
    expect(sent.status).toBe(200)
    expect(await mailsTo(mine.email)).toEqual(before)
  })
})

describe('joining by password', () => {
  test('is slowed together with logins while the account’s password is being guessed', async () => {
    const app = await testAppForThisTest({ ...there.environment(), TRUST_PROXY: '1' })
    const { mine, answer } = await meeting(app)
    const attributes = { email: mine.email, password: 'Wrong7horse' }
    const body = { data: { type: 'email_account' as const, attributes } }
    for (let place = 0; place < limits.passwordFailures; place++)
      await app.api.call(logIn, { body }, { headers: { 'x-forwarded-for': `10.8.0.${place}` } })
    const statuses = []
    for (let tries = 0; tries <= limits.passwordTriesBraked; tries++)
      statuses.push((await joinWith(app.api, answer.secret, 'Wrong7horse')).status)
    expect(statuses).toEqual([422, 422, 429])
  })

  test('without a proof there is nothing to join', async () => {
    const refused = await joinWith(here.api, 'A'.repeat(43), goodPassword)
    expect([refused.status, refused.errors]).toEqual([
      410,
      [{ message: 'This sign-in took too long. Please start again.' }],
    ])
  })

  test('the right one joins and logs in; from then on the sign-in is enough', async () => {
    const { mine, who, answer } = await meeting()
    const joined = await joinWith(here.api, answer.secret, goodPassword)
    expect([joined.status, joined.body.data.id]).toEqual([200, mine.id])
    expect((await here.api.withToken(joined.body.meta.token).call(profile, {})).status).toBe(200)
    const later = await logInBy(here.api, await signInAt(here.api, there, who))
    expect([later.status, later.body.data.id]).toEqual([200, mine.id])
    expect((await mailsTo(mine.email)).at(-1)?.subject).toBe('You can now log in to Fieldbook with Acme')
    expect((await joinWith(here.api, answer.secret, goodPassword)).status).toBe(410)
  })

  test('wrong ones count: five per sign-in, and with many of them there is a wait', async () => {
    const mine = await here.make.account()
    const first = await meeting(here, mine)
    const wrong = await Promise.all(
      Array.from({ length: 7 }, () => joinWith(here.api, first.answer.secret, 'Wrong7horse')),
    )
    const statuses = wrong.map(({ status }) => status).sort()
    expect(statuses).toEqual([410, 410, 422, 422, 422, 422, 422])
    expect(wrong.find(({ status }) => status === 422)?.errors).toEqual([{ password: 'Invalid password' }])
    expect((await joinWith(here.api, first.answer.secret, goodPassword)).status).toBe(410)
    const second = await meeting(here, mine)
    for (let tries = 0; tries < 3; tries++) await joinWith(here.api, second.answer.secret, 'Wrong7horse')
    expect((await joinWith(here.api, second.answer.secret, goodPassword)).status).toBe(429)
  })

  test('of two at the same moment only one joins', async () => {
    const { mine, answer } = await meeting()
    const both = await Promise.all([
      joinWith(here.api, answer.secret, goodPassword),
      joinWith(here.api, answer.secret, goodPassword),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
    expect(await identitiesOf(mine.id)).toHaveLength(1)
  })

  test('a proof waits a quarter of an hour', async () => {
    const mine = await testAppForThisTest(there.environment())
    const { answer } = await meeting(mine)
    mine.passTime(limits.socialProofLife + 1)
    expect((await joinWith(mine.api, answer.secret, goodPassword)).status).toBe(410)
  })

  test('a one-time password is no longer needed, if it is still valid', async () => {
    const mine = await here.make.account({ passwordIsOwn: false })
    const { answer } = await meeting(here, mine)
    await change(mine.id, { one_time_password_ends_at: new Date(Date.now() - 1000) })
    expect((await joinWith(here.api, answer.secret, goodPassword)).status).toBe(422)
    await change(mine.id, { one_time_password_ends_at: new Date(Date.now() + 60_000) })
    const joined = await joinWith(here.api, answer.secret, goodPassword)
    expect(joined.body.data.attributes.is_one_time_password_expired).toBe(true)
    const byPassword = await here.api.call(logIn, {
      body: { data: { attributes: { email: mine.email, password: goodPassword } } },
    })
    expect(byPassword.status).toBe(401)
  })
})

describe('joining by a mailed link', () => {
  test('is not offered to someone whose address is unproven', async () => {
    const mine = await here.make.account()
    const who = there.person({ email: mine.email, email_verified: false })
    const answer = await signInAt(here.api, there, who)
    expect((await logInBy(here.api, answer)).status).toBe(409)
    expect((await askForLink(answer.secret)).status).toBe(422)
    expect((await joinWith(here.api, answer.secret, goodPassword)).status).toBe(200)
  })

  test('checks first, joins once, and logs in', async () => {
    const { mine, who, answer } = await meeting()
    await change(mine.id, { email_proven_at: new Date() })
    await askForLink(answer.secret)
    const token = await linkFor(mine.email)
    for (const _ of [1, 2]) {
      const looked = await here.api.call(joinLinkDetails, { body: { data: { attributes: { token } } } })
      expect(looked.body.data.attributes).toEqual({
        provider: 'Acme',
        who: mine.email,
        email: mine.email,
        replaces_all: false,
      })
    }
    const both = await Promise.all([followLink(token), followLink(token)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
    expect((await logInBy(here.api, await signInAt(here.api, there, who))).body.data.id).toBe(mine.id)
    expect((await mine.api.call(profile, {})).status).toBe(200)
  })

  test('proves an address and removes its claim from another account', async () => {
    const squatter = await here.make.account()
    const other = there.person()
    await here.context.db
      .insertInto('social_identity')
      .values({
        id: crypto.randomUUID(),
        account_id: squatter.id,
        provider: 'acme',
        issuer: there.issuer,
        subject: other.sub,
      })
      .execute()
    await change(squatter.id, { full_phone_number: '+15550199', phone_proven_at: new Date() })
    const { answer } = await meeting(here, squatter)
    await askForLink(answer.secret)
    const token = await linkFor(squatter.email)
    const looked = await here.api.call(joinLinkDetails, { body: { data: { attributes: { token } } } })
    expect(looked.body.data.attributes.replaces_all).toBe(true)
    const joined = await followLink(token)
    expect([joined.status, joined.body.data.id]).toEqual([200, squatter.id])
    expect((await squatter.api.call(profile, {})).status).toBe(401)
    const byPassword = await here.api.call(logIn, {
      body: { data: { attributes: { email: squatter.email, password: goodPassword } } },
    })
    expect(byPassword.status).toBe(401)
    expect((await logInBy(here.api, await signInAt(here.api, there, other))).status).toBe(404)
    const row = await here.context.db
      .selectFrom('account')
      .select(['email_proven_at', 'phone_proven_at'])
      .where('id', '=', squatter.id)
      .executeTakeFirstOrThrow()
    expect([row.email_proven_at === null, row.phone_proven_at]).toEqual([false, null])
  })

  test('ends after its time, with a newer one, with another address, and does not work if made up', async () => {
    const mine = await testAppForThisTest({ ...there.environment(), RESET_TTL: '60' })
    const { mine: account, answer } = await meeting(mine)
    await askForLink(answer.secret, mine)
    const first = await linkFor(account.email, mine)
    await askForLink(answer.secret, mine)
    const second = await linkFor(account.email, mine)
    expect((await followLink(first, mine)).status).toBe(410)
    await change(account.id, { email: 'elsewhere@example.com' }, mine)
    expect((await followLink(second, mine)).status).toBe(410)
    await change(account.id, { email: account.email }, mine)
    mine.passTime(61_000)
    expect((await followLink(second, mine)).status).toBe(410)
    expect((await followLink('A'.repeat(43), mine)).status).toBe(410)
  })

  test('is sent only so often', async () => {
    const { mine, answer } = await meeting()
    for (let times = 0; times < limits.sendsPerTarget; times++) {
      expect((await askForLink(answer.secret)).status).toBe(200)
    }
    expect((await askForLink(answer.secret)).status).toBe(429)
    expect(await mailsTo(mine.email)).toHaveLength(limits.sendsPerTarget)
  })
})

function askForLink(secret: string, app = here) {
  return app.api.call(mailJoinLink, { body: { data: { attributes: { secret } } } })
}

function followLink(token: string, app = here) {
  return app.api.call(joinByLink, { body: { data: { attributes: { token } } } })
}

function mailsTo(email: string, app = here) {
  return app.context.db
    .selectFrom('message')
    .select(['subject', 'body'])
    .where('recipient', '=', email)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** From the newest mail. */
async function linkFor(email: string, app = here): Promise<string> {
  const body = (await mailsTo(email, app)).at(-1)?.body ?? ''
  return /http:\/\/fieldbook\.test\/SocialMediaAccountLoginScreen\?join=([\w-]+)/.exec(body)?.[1] ?? 'no link'
}
