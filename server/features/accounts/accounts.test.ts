import { v4 as newKey } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  countryCodes,
  endSession,
  logIn,
  loginErrors,
  logOut,
  profile,
  resetPassword,
  sessions,
  signUp,
  validations,
} from '#contract/accounts/accounts.ts'
import { limits } from '#contract/limits.ts'
import { goodPassword } from '#server/testing/make.ts'
import { type TestApp, testApp, testAppForThisTest } from '#server/testing/test-app.ts'

let here: TestApp
beforeAll(async () => {
  here = await testApp()
})
afterAll(() => here.close())

function newPerson(changes: Record<string, string> = {}) {
  const attributes = {
    first_name: 'Ana-Maria',
    last_name: 'Núñez',
    email: `ana${Math.random()}@example.com`,
    password: goodPassword,
    ...changes,
  }
  return { body: { data: { type: 'email_account' as const, attributes } } }
}

function credentials(email: string, password: string, remember_me = false) {
  return { body: { data: { attributes: { email, password, remember_me } } } }
}

describe('sign-up', () => {
  test('creates an account that can log in at once', async () => {
    const person = newPerson({ full_phone_number: '+1 555-0100' })
    const made = await here.api.call(signUp, person)
    expect(made.status).toBe(201)
    expect(made.body.data.attributes).toMatchObject({ full_phone_number: '+15550100', type: 'EmailAccount' })
    const session = await here.api.call(logIn, credentials(person.body.data.attributes.email, goodPassword))
    expect(session.status).toBe(200)
    expect(session.body.data.attributes.is_one_time_password_expired).toBe(true)
    expect(session.body.meta.role).toBe('surveyor')
  })

  test('accepts an address once, ignoring case', async () => {
    const person = newPerson()
    await here.api.call(signUp, person)
    const again = await here.api.call(
      signUp,
      newPerson({ email: person.body.data.attributes.email.toUpperCase() }),
    )
    expect(again.status).toBe(422)
    expect(again.errors).toEqual([{ email: 'This email address is already registered.' }])
  })

  test.each([
    [{ first_name: 'A' }, 'first_name', 'Please enter a valid first name/last name.'],
    [{ last_name: '-Smith' }, 'last_name', 'Please enter a valid first name/last name.'],
    [{ first_name: 'R2D2' }, 'first_name', 'Please enter a valid first name/last name.'],
    [{ email: 'nobody' }, 'email', 'Email not valid.'],
    [{ password: 'short1A' }, 'password', 'Password not valid.'],
    [{ password: 'alllowercase1' }, 'password', 'Password not valid.'],
    [{ full_phone_number: 'call me' }, 'full_phone_number', 'Phone number is not valid.'],
  ])('refuses %o in the words of its rule', async (changes, field, words) => {
    const refused = await here.api.call(signUp, newPerson(changes))
    expect(refused.status).toBe(422)
    expect(refused.errors[0]).toEqual({ [field]: words })
  })

  test('returns the same result for the same key, and rejects the key with another body', async () => {
    const person = newPerson()
    const key = newKey()
    const first = await here.api.call(signUp, person, { key })
    const again = await here.api.call(signUp, person, { key })
    expect([again.status, again.body]).toEqual([201, first.body])
    const other = await here.api.call(signUp, newPerson(), { key })
    expect(other.status).toBe(422)
  })

  test('a client that signs up endlessly is throttled', async () => {
    const { api } = await testAppForThisTest()
    let last = await api.call(signUp, newPerson({ email: 'bad' }))
    for (let tries = 0; tries < 20; tries++) last = await api.call(signUp, newPerson({ email: 'bad' }))
    expect(last.status).toBe(429)
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('login', () => {
  test('a wrong password and an unknown address get the same reply', async () => {
    const { email } = await here.make.account()
    const wrong = await here.api.call(logIn, credentials(email, 'Wrong7horse'))
    const unknown = await here.api.call(logIn, credentials('nobody@example.com', goodPassword))
    expect([wrong.status, wrong.errors]).toEqual([401, [{ message: 'Your login credentials are incorrect' }]])
    expect([unknown.status, unknown.errors]).toEqual([wrong.status, wrong.errors])
  })

  test("guessing one account's password is stopped", async () => {
    const { email } = await here.make.account()
    for (let tries = 0; tries < 10; tries++) await here.api.call(logIn, credentials(email, 'Wrong7horse'))
    const refused = await here.api.call(logIn, credentials(email, goodPassword))
    expect(refused.status).toBe(429)
  })

  test('frequent logins do not count as guessing', async () => {
    const { email } = await here.make.account()
    for (let times = 0; times < 12; times++) {
      expect((await here.api.call(logIn, credentials(email, goodPassword))).status).toBe(200)
    }
  })

  test('works at both addresses of the specification', async () => {
    const { email } = await here.make.account()
    const session = await here.api.call(logIn, credentials(email, goodPassword), { alias: 0 })
    expect(session.status).toBe(200)
  })

  test('lasts a day, and thirty with remember me', async () => {
    const mine = await testAppForThisTest()
    const { email } = await mine.make.account()
    const short = await mine.api.call(logIn, credentials(email, goodPassword))
    const long = await mine.api.call(logIn, credentials(email, goodPassword, true))
    mine.passTime(limits.sessionDay + 1000)
    expect((await mine.api.withToken(short.body.meta.token).call(profile, {})).status).toBe(401)
    expect((await mine.api.withToken(long.body.meta.token).call(profile, {})).status).toBe(200)
    mine.passTime(limits.sessionRemembered)
    expect((await mine.api.withToken(long.body.meta.token).call(profile, {})).status).toBe(401)
  })

  test('stores no token in the database', async () => {
    const { email } = await here.make.account()
    const session = await here.api.call(logIn, credentials(email, goodPassword), { key: newKey() })
    const rows = await here.context.db.selectFrom('session').selectAll().execute()
    const replays = await here.context.db.selectFrom('replay').selectAll().execute()
    expect(JSON.stringify([rows, replays])).not.toContain(session.body.meta.token)
  })

  test('the login page reads its error texts', async () => {
    const texts = await here.api.call(loginErrors, {})
    expect(texts.body.data).toContainEqual({ email: 'Please enter email address' })
  })
})

describe('sessions', () => {
  test('without a token, or with an expired one, every call is rejected', async () => {
    for (const api of [here.api, here.api.withToken('x'.repeat(43))]) {
      for (const endpoint of [profile, sessions, logOut] as const) {
        const refused = await api.call(endpoint, {})
        expect([refused.status, refused.errors]).toEqual([401, [{ token: 'Session Expired' }]])
      }
    }
  })

  test('logging out ends only this session', async () => {
    const { api, email } = await here.make.account()
    const other = await here.api.call(logIn, credentials(email, goodPassword))
    expect((await api.call(logOut, {})).status).toBe(200)
    expect((await api.call(profile, {})).status).toBe(401)
    expect((await here.api.withToken(other.body.meta.token).call(profile, {})).status).toBe(200)
  })

  test("an account can't end a session of another account", async () => {
    const owner = await here.make.account()
    const stranger = await here.make.account()
    const [session] = (await owner.api.call(sessions, {})).body.data
    const refused = await stranger.api.call(endSession, { params: { id: session?.id ?? '' } })
    expect(refused.status).toBe(404)
    expect((await owner.api.call(profile, {})).status).toBe(200)
  })

  test('the owner lists devices and ends one of them', async () => {
    const { api, email } = await here.make.account()
    const other = await here.api.call(logIn, credentials(email, goodPassword))
    const listed = (await api.call(sessions, {})).body.data
    expect(listed.map((one) => one.attributes.is_current).sort()).toEqual([false, true])
    const id = listed.find((one) => !one.attributes.is_current)?.id ?? ''
    expect((await api.call(endSession, { params: { id } })).status).toBe(200)
    expect((await here.api.withToken(other.body.meta.token).call(profile, {})).status).toBe(401)
  })

  test('a deleted account has no sessions', async () => {
    const { api, id } = await here.make.account()
    await here.context.db
      .updateTable('account')
      .set({ deleted_at: new Date() })
      .where('id', '=', id)
      .execute()
    expect((await api.call(profile, {})).status).toBe(401)
  })
})

describe('the first password', () => {
  const change = (password: string, confirm = password) => ({
    body: { data: { attributes: { new_password: password, confirm_password: confirm } } },
  })

  test("can't be set without a session or with a full one", async () => {
    const { api } = await here.make.account()
    expect((await here.api.call(resetPassword, change('Another8horse'))).status).toBe(401)
    expect((await api.call(resetPassword, change('Another8horse'))).status).toBe(403)
  })

  test('must be changed before any other call works', async () => {
    const { api, email } = await here.make.account({ passwordIsOwn: false })
    const refused = await api.call(sessions, {})
    expect([refused.status, refused.errors]).toEqual([
      403,
      [{ token: 'You must change your password in order to continue' }],
    ])
    expect((await api.call(profile, {})).status).toBe(200)

    expect((await api.call(resetPassword, change('Another8horse', 'Other8horse'))).errors[0]).toEqual({
      password: "New password and confirm new password doesn't match.",
    })
    expect((await api.call(resetPassword, change(goodPassword))).errors[0]).toEqual({
      password: 'New password cannot match current password.',
    })

    const changed = await api.call(resetPassword, change('Another8horse'))
    expect(changed.body.data.attributes.is_one_time_password_expired).toBe(true)
    expect((await api.call(profile, {})).status).toBe(401)
    expect((await here.api.withToken(changed.body.meta.token ?? '').call(sessions, {})).status).toBe(200)
    expect((await here.api.call(logIn, credentials(email, goodPassword))).status).toBe(401)
  })
})

test("the screens read the server's validation rules", async () => {
  const [rules] = (await here.api.call(validations, {})).body.data
  const password = new RegExp(rules?.password_validation_regexp ?? '^$')
  expect([password.test(goodPassword), password.test('weak')]).toEqual([true, false])
  const email = new RegExp(rules?.email_validation_regexp ?? '^$')
  expect([email.test('a.b+c@example.co.uk'), email.test('a@b')]).toEqual([true, false])
})

test('countries include flag and calling code', async () => {
  const { data } = (await here.api.call(countryCodes, {})).body
  expect(data.find((one) => one.id === 'US')?.attributes).toEqual({
    emoji_flag: '🇺🇸',
    name: 'United States',
    country_code: '1',
  })
})
