import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logIn, profile } from '#contract/accounts/accounts.ts'
import { confirmCode } from '#contract/accounts/entry.ts'
import { limits } from '#contract/limits.ts'
import { askCode, newNumber } from '#server/testing/codes.ts'
import { goodPassword } from '#server/testing/make.ts'
import { statementsOf } from '#server/testing/statements.ts'
import { type TestApp, testApp, testAppForThisTest } from '#server/testing/test-app.ts'

let here: TestApp
beforeAll(async () => {
  here = await testApp({ TRUST_PROXY: '1' })
})
afterAll(() => here.close())

const wrong = { status: 401, errors: [{ message: 'Your login credentials are incorrect' }] }

function byPhone(
  full_phone_number: string,
  given: { password?: string; token?: string; remember_me?: boolean },
) {
  return { body: { data: { type: 'sms_account' as const, attributes: { full_phone_number, ...given } } } }
}

function byEmail(email: string, password: string) {
  return { body: { data: { type: 'email_account' as const, attributes: { email, password } } } }
}

let addresses = 0
function from(address = `10.3.0.${++addresses}`) {
  return { headers: { 'x-forwarded-for': address } }
}

async function withPhone(app: TestApp = here, changes: Record<string, unknown> = {}) {
  const account = await app.make.account()
  const phone = newNumber()
  await app.context.db
    .updateTable('account')
    .set({ full_phone_number: phone, phone_proven_at: new Date(), ...changes })
    .where('id', '=', account.id)
    .execute()
  return { ...account, phone }
}

async function confirmed(app: TestApp, phone: string, purpose: 'sign-up' | 'log-in' = 'log-in') {
  app.passTime(10 * 60_000 + 1000)
  const { token, code } = await askCode(app, phone, purpose)
  const { body } = await app.api.call(confirmCode, { body: { token, pin: code } })
  return body.meta
}

async function records(accountId: string | null, action: 'login.failed' | 'login.succeeded') {
  const rows = here.context.db.selectFrom('audit').select('detail').where('action', '=', action)
  const found = await rows.where('account_id', accountId === null ? 'is' : '=', accountId).execute()
  return found.map(({ detail }) => detail)
}

describe('by phone', () => {
  test('number and password open the account, however the number is written', async () => {
    const { phone, id } = await withPhone()
    const spaced = `${phone.slice(0, 2)} ${phone.slice(2, 5)}-${phone.slice(5)}`
    const session = await here.api.call(logIn, byPhone(spaced, { password: goodPassword }), from())
    expect(session.status).toBe(200)
    expect(session.body.data.id).toBe(id)
    expect(await here.api.withToken(session.body.meta.token).call(profile, {})).toMatchObject({ status: 200 })
  })

  test('a wrong password, an unknown number and an unproven one get the same answer', async () => {
    const { phone } = await withPhone()
    const { phone: unproven } = await withPhone(here, { phone_proven_at: null })
    for (const [number, password] of [
      [phone, 'Wrong7horse'],
      [newNumber(), goodPassword],
      [unproven, goodPassword],
    ] as const)
      expect(await here.api.call(logIn, byPhone(number, { password }), from())).toMatchObject(wrong)
  })

  test('without a confirmed code a known number and an unknown one cost the same statements', async () => {
    const { phone } = await withPhone()
    const counts: number[] = []
    for (const number of [phone, newNumber()]) {
      const given = byPhone(number, { token: 'A'.repeat(32) })
      const { result, statements } = await statementsOf(() => here.api.call(logIn, given, from()))
      expect(result).toMatchObject(wrong)
      counts.push(statements.length)
    }
    expect(counts[0]).toBeGreaterThan(1)
    expect(counts[0]).toBe(counts[1])
  })

  test('a confirmed code opens the account, once', async () => {
    const { phone, id } = await withPhone()
    const { token, has_account } = await confirmed(here, phone)
    expect(has_account).toBe(true)
    const session = await here.api.call(logIn, byPhone(phone, { token }), from())
    expect([session.status, session.body.data?.id]).toEqual([200, id])
    expect(await here.api.call(logIn, byPhone(phone, { token }), from())).toMatchObject(wrong)
    expect(await records(id, 'login.succeeded')).toContainEqual({ by: 'code' })
  })

  test('a code requested for signing up opens the account that the number turned out to have', async () => {
    const { phone } = await withPhone()
    const { token } = await confirmed(here, phone, 'sign-up')
    expect((await here.api.call(logIn, byPhone(phone, { token }), from())).status).toBe(200)
  })

  test('a token that was not confirmed, or belongs to another number, opens nothing', async () => {
    const { phone } = await withPhone()
    const mine = await confirmed(here, newNumber())
    const asked = await askCode(here, phone, 'log-in')
    for (const token of [mine.token, asked.token, 'A'.repeat(32)])
      expect(await here.api.call(logIn, byPhone(phone, { token }), from())).toMatchObject(wrong)
  })

  test('of two who use one token at once only one is let in', async () => {
    const { phone } = await withPhone()
    const { token } = await confirmed(here, phone)
    const both = await Promise.all([1, 2].map(() => here.api.call(logIn, byPhone(phone, { token }), from())))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('disabled and deleted accounts are not opened by their number', async () => {
    for (const gone of [{ disabled_at: new Date() }, { deleted_at: new Date() }]) {
      const { phone } = await withPhone(here, gone)
      const { token, has_account } = await confirmed(here, phone)
      expect(has_account).toBe('disabled_at' in gone)
      expect(await here.api.call(logIn, byPhone(phone, { token }), from())).toMatchObject(wrong)
      expect(await here.api.call(logIn, byPhone(phone, { password: goodPassword }), from())).toMatchObject(
        wrong,
      )
    }
  })

  test('neither password nor code: the message for a missing password', async () => {
    const refused = await here.api.call(logIn, byPhone(newNumber(), {}), from())
    expect([refused.status, refused.errors]).toEqual([422, [{ password: 'Please enter password' }]])
  })

  test('lasts thirty days with remember me', async () => {
    const app = await testAppForThisTest()
    const { phone } = await withPhone(app)
    const asked = byPhone(phone, { password: goodPassword, remember_me: true })
    const { body } = await app.api.call(logIn, asked)
    expect(Date.parse(body.meta.expires_at) - app.context.clock().getTime()).toBeGreaterThan(
      limits.sessionRemembered - 60_000,
    )
  })
})

describe('guessing', () => {
  test('is stopped by account and address; the owner elsewhere can still log in and out', async () => {
    const { email, phone } = await withPhone()
    for (const [right, guess] of [
      [byEmail(email, goodPassword), byEmail(email, 'Wrong7horse')],
      [byPhone(phone, { password: goodPassword }), byPhone(phone, { password: 'Wrong7horse' })],
    ] as const) {
      const attacker = from()
      for (let tries = 0; tries < 10; tries++)
        expect(await here.api.call(logIn, guess, attacker)).toMatchObject(wrong)
      const refused = await here.api.call(logIn, right, attacker)
      expect(refused.status).toBe(429)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect((await here.api.call(logIn, right, from())).status).toBe(200)
    }
  })

  test('at many accounts from one address is stopped too', async () => {
    const app = await testAppForThisTest()
    let last = await app.api.call(logIn, byEmail('nobody@example.com', ''))
    for (let tries = 0; tries < 100; tries++)
      last = await app.api.call(logIn, byEmail(`nobody${tries}@example.com`, ''))
    expect(last.status).toBe(429)
  })

  test('is recorded with account and method, never with the typed password', async () => {
    const { id, email } = await withPhone()
    await here.api.call(logIn, byEmail(email, 'Wrong7horse'), from())
    expect(await records(id, 'login.failed')).toEqual([{ by: 'email', email }])
    await here.api.call(logIn, byEmail('hunter2-in-the-wrong-field', 'x'), from())
    await here.api.call(logIn, byEmail('nobody@example.com', 'x'), from())
    const unknown = await records(null, 'login.failed')
    expect(unknown).toContainEqual({ by: 'email', email: 'nobody@example.com' })
    expect(JSON.stringify(unknown)).not.toMatch(/hunter2|Wrong7horse/)
  })

  test('a successful login is recorded', async () => {
    const { id, email } = await withPhone()
    await here.api.call(logIn, byEmail(email, goodPassword), from())
    expect(await records(id, 'login.succeeded')).toContainEqual({ by: 'email' })
  })
})

test('an expired one-time password does not log in', async () => {
  const app = await testAppForThisTest()
  const { id, email } = await app.make.account({ passwordIsOwn: false })
  const ends = new Date(app.context.clock().getTime() + limits.oneTimePasswordLife)
  await app.context.db
    .updateTable('account')
    .set({ one_time_password_ends_at: ends })
    .where('id', '=', id)
    .execute()
  const session = await app.api.call(logIn, byEmail(email, goodPassword))
  expect(session.body.data.attributes.is_one_time_password_expired).toBe(false)
  app.passTime(limits.oneTimePasswordLife + 1000)
  expect(await app.api.call(logIn, byEmail(email, goodPassword))).toMatchObject(wrong)
  // It stays expired after other changes.
  await app.context.db.updateTable('account').set({ password_is_own: true }).where('id', '=', id).execute()
  expect(await app.api.call(logIn, byEmail(email, goodPassword))).toMatchObject(wrong)
})

describe('an idle session', () => {
  test('ends after the idle time, and lives on while it is used', async () => {
    const app = await testAppForThisTest({ SESSION_IDLE: '3600' })
    const used = await app.make.account()
    const unused = await app.make.account()
    for (let hours = 0; hours < 3; hours++) {
      app.passTime(50 * 60_000)
      expect((await used.api.call(profile, {})).status).toBe(200)
    }
    expect((await unused.api.call(profile, {})).status).toBe(401)
    app.passTime(61 * 60_000)
    expect((await used.api.call(profile, {})).status).toBe(401)
  })
})
