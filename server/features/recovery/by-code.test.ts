import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { logIn, resetPassword, sessions } from '#contract/accounts/accounts.ts'
import { askResetCode, confirmResetCode, setPasswordByCode } from '#contract/accounts/recovery.ts'
import { limits } from '#contract/limits.ts'
import { anotherThan } from '#server/testing/codes.ts'
import { goodPassword, type MadeAccount } from '#server/testing/make.ts'
import { messagesTo, sentCode } from '#server/testing/outbox.ts'
import { type TestApp, testApp, testAppForThisTest } from '#server/testing/test-app.ts'

const fresh = 'Kestrel-Attic-19'

let here: TestApp
beforeAll(async () => {
  here = await testApp()
})
afterAll(() => here.close())
/** All tests call from one address. */
beforeEach(async () => {
  await here.context.db.deleteFrom('rate').execute()
})

let numbers = 0
async function withPhone(on = here, proven = true): Promise<MadeAccount & { phone: string }> {
  const account = await on.make.account()
  const phone = `+1555${String(1_000_000 + ++numbers)}`
  await on.context.db
    .updateTable('account')
    .set({ full_phone_number: phone, phone_proven_at: proven ? new Date() : null })
    .where('id', '=', account.id)
    .execute()
  return { ...account, phone }
}

const byPhone = (full_phone_number: string) => ({ body: { data: { attributes: { full_phone_number } } } })
const checking = (token: string, otp_code: string) => ({ body: { token, otp_code } })
const setting = (token: string, password = fresh, confirm = password) => ({
  body: { token, new_password: password, confirm_password: confirm },
})
const credentials = (email: string, password: string) => ({
  body: { data: { attributes: { email, password } } },
})

async function codeFor(target: string, on = here): Promise<{ token: string; code: string }> {
  const given = target.includes('@') ? { body: { email: target } } : byPhone(target)
  const asked = await on.api.call(askResetCode, given)
  expect(asked.status).toBe(200)
  return { token: asked.body.meta.token, code: await sentCode(on, target) }
}

test('no other kind of token sets a password: made up, unconfirmed, a session’s, a link’s', async () => {
  const owner = await withPhone()
  const { token } = await codeFor(owner.phone)
  for (const held of ['', 'A'.repeat(32), token, owner.api.token ?? '']) {
    const refused = await here.api.call(setPasswordByCode, setting(held))
    expect([refused.status, Object.keys(refused.errors[0] ?? {})]).toEqual([410, ['token']])
  }
  const { code } = await codeFor(owner.phone)
  expect(code).not.toBe('')
  const asLink = { body: { data: { attributes: { token, new_password: fresh, confirm_password: fresh } } } }
  expect((await here.api.call(resetPassword, asLink)).status).toBe(410)
})

describe('a reset by code', () => {
  test('goes to the proven number, allows one new password and ends every session', async () => {
    const owner = await withPhone()
    const asked = await here.api.call(askResetCode, byPhone(owner.phone.replace('+1', '+1 ')))
    expect(asked.body.meta).toMatchObject({ code_length: 4, expires_at: expect.any(String) })
    const { token } = asked.body.meta
    const [sms] = await messagesTo(here, owner.phone)
    expect([sms?.channel, sms?.kind]).toEqual(['sms', 'recovery.code'])
    expect(sms?.body).toMatch(
      /^\d{4} is your Fieldbook code for a new password\. It works once, for 10 minutes\./,
    )

    const right = await here.api.call(confirmResetCode, checking(token, await sentCode(here, owner.phone)))
    expect([right.status, right.body.meta]).toEqual([200, { token }])
    expect((await here.api.call(setPasswordByCode, setting(token, 'weak'))).errors[0]).toEqual({
      password: 'New password not valid.',
    })
    const changed = await here.api.call(setPasswordByCode, setting(token))
    expect(changed.body.meta).toEqual({ message: 'Your password has been successfully changed' })
    expect((await owner.api.call(sessions, {})).status).toBe(401)
    expect((await here.api.call(logIn, credentials(owner.email, goodPassword))).status).toBe(401)
    expect((await here.api.call(logIn, credentials(owner.email, fresh))).status).toBe(200)
    expect((await messagesTo(here, owner.email))[0]?.kind).toBe('password.changed')
    expect((await here.api.call(setPasswordByCode, setting(token))).status).toBe(410)
  })

  test('goes to the address, and proves it', async () => {
    const owner = await here.make.account()
    const { token, code } = await codeFor(owner.email)
    const given = { body: { data: { attributes: { token, otp_code: code } } } }
    expect((await here.api.call(confirmResetCode, given, { alias: 0 })).status).toBe(200)
    const chosen = {
      body: { data: { attributes: { token, new_password: fresh, confirm_password: fresh } } },
    }
    expect((await here.api.call(setPasswordByCode, chosen, { alias: 0 })).status).toBe(200)
    const row = await here.context.db
      .selectFrom('account')
      .select('email_proven_at')
      .where('id', '=', owner.id)
      .executeTakeFirst()
    expect(row?.email_proven_at).not.toBeNull()
  })

  test('an account without an address is notified by SMS', async () => {
    const owner = await withPhone()
    await here.context.db
      .updateTable('account')
      .set({ email: null, type: 'SmsAccount' })
      .where('id', '=', owner.id)
      .execute()
    const { token, code } = await codeFor(owner.phone)
    await here.api.call(confirmResetCode, checking(token, code))
    expect((await here.api.call(setPasswordByCode, setting(token))).status).toBe(200)
    expect((await messagesTo(here, owner.phone))[0]).toMatchObject({
      kind: 'password.changed',
      channel: 'sms',
    })
  })

  test('a number that is claimed but not proven opens nothing', async () => {
    const owner = await withPhone(here, false)
    expect((await here.api.call(askResetCode, byPhone(owner.phone))).status).toBe(200)
    expect(await messagesTo(here, owner.phone)).toEqual([])
  })
})

describe('a code', () => {
  test('that is wrong is refused five times, then the right one too', async () => {
    const owner = await withPhone()
    const { token, code } = await codeFor(owner.phone)
    for (let count = 0; count < limits.codeTries; count++) {
      const refused = await here.api.call(confirmResetCode, checking(token, anotherThan(code)))
      expect([refused.status, refused.errors]).toEqual([422, [{ otp_code: 'OTP is not valid.' }]])
    }
    expect((await here.api.call(confirmResetCode, checking(token, code))).status).toBe(422)
  })

  test('guessed wrong too often in a day is refused and audited', async () => {
    const on = await testAppForThisTest()
    const owner = await withPhone(on)
    let last = 0
    for (let round = 0; round < 2; round++) {
      const { token, code } = await codeFor(owner.phone, on)
      for (let count = 0; count < limits.codeTries; count++) {
        const refused = await on.api.call(confirmResetCode, checking(token, anotherThan(code)))
        last = refused.status
        if (last === 429) expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      }
    }
    expect(last).toBe(429)
    const locked = await on.context.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'code.locked')
      .execute()
    expect(locked.length).toBeGreaterThan(0)
    expect(JSON.stringify(locked)).not.toMatch(/"code":/)
  })

  test('is confirmed by only one of two at the same moment, and used by only one of two', async () => {
    const owner = await withPhone()
    const { token, code } = await codeFor(owner.phone)
    const checks = await Promise.all([1, 2].map(() => here.api.call(confirmResetCode, checking(token, code))))
    expect(checks.map(({ status }) => status).sort()).toEqual([200, 422])
    const both = await Promise.all(
      [fresh, 'Heron-Cellar-77'].map((one) => here.api.call(setPasswordByCode, setting(token, one))),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
  })

  test('ends with the next one, and after ten minutes', async () => {
    const on = await testAppForThisTest()
    const owner = await withPhone(on)
    const first = await codeFor(owner.phone, on)
    const second = await codeFor(owner.phone, on)
    expect((await on.api.call(confirmResetCode, checking(first.token, first.code))).status).toBe(422)
    on.passTime(10 * 60_000 + 1_000)
    expect((await on.api.call(confirmResetCode, checking(second.token, second.code))).status).toBe(422)
  })

  test('that is right waits half an hour for the password', async () => {
    const on = await testAppForThisTest()
    const owner = await withPhone(on)
    const { token, code } = await codeFor(owner.phone, on)
    expect((await on.api.call(confirmResetCode, checking(token, code))).status).toBe(200)
    on.passTime(limits.codeConfirmed + 1_000)
    expect((await on.api.call(setPasswordByCode, setting(token))).status).toBe(410)
  })

  test('is useless once the number has gone to another account', async () => {
    const owner = await withPhone()
    const { token, code } = await codeFor(owner.phone)
    await here.api.call(confirmResetCode, checking(token, code))
    await here.context.db
      .updateTable('account')
      .set({ phone_proven_at: null })
      .where('id', '=', owner.id)
      .execute()
    expect((await here.api.call(setPasswordByCode, setting(token))).status).toBe(410)
  })

  test('is sent to a number three times in ten minutes', async () => {
    const phone = '+15557654321'
    for (let count = 0; count < limits.sendsPerTarget; count++)
      expect((await here.api.call(askResetCode, byPhone(phone))).status).toBe(200)
    const refused = await here.api.call(askResetCode, byPhone(phone))
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500)
  })

  test('has as many digits as the installation is set to', async () => {
    const on = await testAppForThisTest({ OTP_LENGTH: '7' })
    const owner = await withPhone(on)
    const asked = await on.api.call(askResetCode, byPhone(owner.phone))
    expect(asked.body.meta.code_length).toBe(7)
    const code = await sentCode(on, owner.phone)
    expect((await on.api.call(confirmResetCode, checking(asked.body.meta.token, code))).status).toBe(200)
  })
})

test.each([
  [{}, { full_phone_number: 'Phone number is required' }],
  [{ full_phone_number: '' }, { full_phone_number: 'Phone number is required' }],
  [{ full_phone_number: 'abc' }, { full_phone_number: 'Phone number is not valid.' }],
  [{ email: '' }, { email: 'Email is requeired' }],
  [{ email: 'nobody' }, { email: 'Email is invalid' }],
])('asking with %j is refused', async (attributes, words) => {
  const refused = await here.api.call(askResetCode, { body: { data: { attributes } } })
  expect([refused.status, refused.errors[0]]).toEqual([422, words])
})

test('a check without a token or a code counts as wrong', async () => {
  for (const body of [{}, { token: 'x' }, { otp_code: '1234' }])
    expect((await here.api.call(confirmResetCode, { body })).errors).toEqual([
      { otp_code: 'OTP is not valid.' },
    ])
})
