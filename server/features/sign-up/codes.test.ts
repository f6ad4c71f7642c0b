import { v4 as newKey } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { confirmCode, sendCode } from '#contract/accounts/entry.ts'
import { limits } from '#contract/limits.ts'
import { issueCode } from '#server/features/codes/code.ts'
import { anotherThan, askCode, newNumber } from '#server/testing/codes.ts'
import { sentCode } from '#server/testing/outbox.ts'
import { type TestApp, testApp, testAppForThisTest } from '#server/testing/test-app.ts'

let here: TestApp
beforeAll(async () => {
  // The caller's address for the proxy; each test has its own, since limits count by it.
  here = await testApp({ TRUST_PROXY: '1' })
})
afterAll(() => here.close())

const wrong = { status: 422, errors: [{ otp_code: 'OTP is not valid.' }] }

function asking(phone: string, purpose?: 'sign-up' | 'log-in') {
  return { body: { data: { attributes: { full_phone_number: phone, ...(purpose ? { purpose } : {}) } } } }
}

function giving(token: string, pin: string) {
  return { body: { data: { attributes: { token, pin } } } }
}

let addresses = 0
function from() {
  return { headers: { 'x-forwarded-for': `10.1.${++addresses >> 8}.${addresses & 255}` } }
}

async function ask(app: TestApp, phone: string) {
  const sent = await app.api.call(sendCode, asking(phone), from())
  return { token: sent.body.meta.token, code: await sentCode(app, phone) }
}

describe('sending', () => {
  test('a code goes to the number, whether or not it has an account, with the same answer', async () => {
    const known = newNumber()
    const { id } = await here.make.account()
    await here.context.db
      .updateTable('account')
      .set({ full_phone_number: known, phone_proven_at: new Date() })
      .where('id', '=', id)
      .execute()
    const answers = []
    for (const phone of [known, newNumber()])
      for (const purpose of ['sign-up', 'log-in'] as const) {
        const { status, body } = await here.api.call(sendCode, asking(phone, purpose), from())
        expect(body.meta.token).toMatch(/^[\w-]{32}$/)
        answers.push({ status, ...body, meta: { ...body.meta, token: '', expires_at: '' } })
        expect(await sentCode(here, phone)).toMatch(/^\d{4}$/)
      }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 200, meta: { code_length: 4 } })
  })

  test('a number is the same however it is written', async () => {
    const sent = await here.api.call(sendCode, asking('+44 (0)20 7946 0018'), from())
    expect(sent.status).toBe(200)
    expect(await sentCode(here, '+442079460018')).toMatch(/^\d{4}$/)
  })

  test.each(['call me', '+123', `+${'1'.repeat(16)}`])('%j is no number', async (phone) => {
    const refused = await here.api.call(sendCode, asking(phone), from())
    expect([refused.status, refused.errors]).toEqual([
      422,
      [{ full_phone_number: 'Phone number is not valid.' }],
    ])
  })

  test('three per number in ten minutes, for all callers together', async () => {
    const app = await testAppForThisTest({ TRUST_PROXY: '1' })
    const phone = newNumber()
    const same = from()
    for (let sent = 0; sent < limits.sendsPerTarget; sent++)
      expect((await app.api.call(sendCode, asking(phone), same)).status).toBe(200)
    const refused = await app.api.call(sendCode, asking(phone), same)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    app.passTime(10 * 60_000 + 1000)
    expect((await app.api.call(sendCode, asking(phone), same)).status).toBe(200)
  })

  test('ten from an address in ten minutes, to any numbers', async () => {
    const same = from()
    for (let sent = 0; sent < limits.sendsPerAddress; sent++)
      expect((await here.api.call(sendCode, asking(newNumber()), same)).status).toBe(200)
    expect((await here.api.call(sendCode, asking(newNumber()), same)).status).toBe(429)
    expect((await here.api.call(sendCode, asking(newNumber()), from())).status).toBe(200)
  })

  test('neither code nor token is in the database, and neither is kept for replays', async () => {
    const phone = newNumber()
    const sent = await here.api.call(sendCode, asking(phone), { ...from(), key: newKey() })
    const code = await sentCode(here, phone)
    const key = newKey()
    const confirmed = await here.api.call(confirmCode, giving(sent.body.meta.token, code), { key })
    expect(confirmed.status).toBe(200)
    const codes = await here.context.db.selectFrom('code').selectAll().where('target', '=', phone).execute()
    const replays = await here.context.db.selectFrom('replay').selectAll().execute()
    const kept = JSON.stringify([codes, replays])
    expect(kept).not.toContain(sent.body.meta.token)
    expect(kept).not.toContain(`"${code}"`)
    const again = await here.api.call(confirmCode, giving(sent.body.meta.token, code), { key })
    expect(again).toMatchObject(wrong)
  })

  test('has as many digits as the installation is set to', async () => {
    const app = await testAppForThisTest({ OTP_LENGTH: '7', TRUST_PROXY: '1' })
    const phone = newNumber()
    const sent = await app.api.call(sendCode, asking(phone), from())
    expect(sent.body.meta.code_length).toBe(7)
    const code = await sentCode(app, phone)
    expect(code).toMatch(/^\d{7}$/)
    expect((await app.api.call(confirmCode, giving(sent.body.meta.token, code))).status).toBe(200)
  })
})

describe('confirming', () => {
  test('the right code proves the number, once', async () => {
    const phone = newNumber()
    const { token, code } = await ask(here, phone)
    const confirmed = await here.api.call(confirmCode, giving(token, code))
    expect(confirmed.status).toBe(200)
    expect(confirmed.body.meta).toEqual({ token, has_account: false })
    expect(await here.api.call(confirmCode, giving(token, code))).toMatchObject(wrong)
  })

  test('the code may be in body, query or path, its token in the header: the specified ways', async () => {
    const ways = [
      (code: string, token: string) => ['', { pin: code, token }, {}] as const,
      (code: string, token: string) => ['', { pin: code }, { token }] as const,
      (code: string, token: string) => [`?pin=${code}`, undefined, { token }] as const,
      (code: string, token: string) => [`/${code}`, undefined, { token }] as const,
      (code: string, token: string) => [`/${code}`, {}, { token }] as const,
    ]
    for (const way of ways) {
      const { token, code } = await ask(here, newNumber())
      const [address, payload, headers] = way(code, token)
      const response = await here.app.inject({
        method: 'POST',
        url: `/api/account/accounts/sms_confirmation${address}`,
        headers: { 'content-type': 'application/json', ...headers },
        ...(payload ? { payload } : {}),
      })
      expect([response.statusCode, response.json().meta?.token]).toEqual([200, token])
    }
  })

  test('no code, no token, an invalid token: all refused alike', async () => {
    const { code } = await ask(here, newNumber())
    expect(await here.api.call(confirmCode, giving('A'.repeat(32), code))).toMatchObject(wrong)
    expect(await here.api.call(confirmCode, giving('', code))).toMatchObject(wrong)
    expect(await here.api.call(confirmCode, giving('A'.repeat(32), 'abcd'))).toMatchObject(wrong)
    const none = await here.api.call(confirmCode, {})
    expect([none.status, none.errors]).toEqual([422, [{ otp_code: 'Please enter the code' }]])
  })

  test('after five wrong tries the right one comes too late', async () => {
    const { token, code } = await ask(here, newNumber())
    for (let tries = 0; tries < limits.codeTries; tries++)
      expect(await here.api.call(confirmCode, giving(token, anotherThan(code)))).toMatchObject(wrong)
    expect(await here.api.call(confirmCode, giving(token, code))).toMatchObject(wrong)
  })

  test('many tries at once are not checked any more often', async () => {
    const { token, code } = await ask(here, newNumber())
    const tries = Array.from({ length: 20 }, (_, at) => (at === 19 ? code : anotherThan(code)))
    await Promise.all(tries.map((pin) => here.api.call(confirmCode, giving(token, pin))))
    const row = await here.context.db
      .selectFrom('code')
      .select('tries')
      .orderBy('created_at', 'desc')
      .executeTakeFirst()
    expect(row?.tries).toBe(limits.codeTries)
  })

  test('of two who have the right code at once only one is let in', async () => {
    const { token, code } = await ask(here, newNumber())
    const both = await Promise.all([1, 2].map(() => here.api.call(confirmCode, giving(token, code))))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test('a new code ends the previous one', async () => {
    const phone = newNumber()
    const first = await ask(here, phone)
    const second = await ask(here, phone)
    expect(await here.api.call(confirmCode, giving(first.token, first.code))).toMatchObject(wrong)
    expect(await here.api.call(confirmCode, giving(second.token, first.code))).toMatchObject(
      first.code === second.code ? { status: 200 } : wrong,
    )
  })

  test('of two that are requested at once only one works', async () => {
    const phone = newNumber()
    await Promise.all([1, 2, 3].map(() => here.api.call(sendCode, asking(phone), from())))
    const rows = await here.context.db
      .selectFrom('code')
      .select('code_hash')
      .where('target', '=', phone)
      .execute()
    expect(new Set(rows.map(({ code_hash }) => code_hash.toString('hex'))).size).toBe(1)
  })

  test('a code for something else proves nothing here', async () => {
    const { db, clock } = here.context
    for (const purpose of ['recovery', 'new-phone', 'guest'] as const) {
      const { token, code } = await issueCode(
        here.context,
        db,
        { purpose, target: newNumber(), accountId: null },
        clock(),
      )
      expect(await here.api.call(confirmCode, giving(token, code ?? ''))).toMatchObject(wrong)
    }
  })

  test('expires after ten minutes', async () => {
    const app = await testAppForThisTest()
    const { token, code } = await askCode(app, newNumber())
    app.passTime(10 * 60_000 + 1000)
    expect(await app.api.call(confirmCode, giving(token, code))).toMatchObject(wrong)
  })

  test('wrong codes for a number run out for the day, from any source, and are audited', async () => {
    const app = await testAppForThisTest({ TRUST_PROXY: '1' })
    const phone = newNumber()
    const { token, code } = await ask(app, phone)
    for (let tries = 0; tries < limits.codeTries; tries++)
      expect(await app.api.call(confirmCode, giving(token, anotherThan(code)), from())).toMatchObject(wrong)
    const second = await ask(app, phone)
    for (let tries = limits.codeTries; tries < limits.codeFailuresOfStrangers; tries++)
      expect(
        await app.api.call(confirmCode, giving(second.token, anotherThan(second.code)), from()),
      ).toMatchObject(wrong)
    const locked = await app.api.call(confirmCode, giving(second.token, second.code), from())
    expect(locked.status).toBe(429)
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0)
    const [entry] = await app.context.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'code.locked')
      .execute()
    expect(entry).toMatchObject({ target_type: 'code', target_id: phone, detail: { purpose: 'sign-up' } })
    // A code that can no longer be used is not sent.
    expect((await app.api.call(sendCode, asking(phone), from())).status).toBe(429)
    // Another number has its own count.
    const other = await ask(app, newNumber())
    expect((await app.api.call(confirmCode, giving(other.token, other.code))).status).toBe(200)
    app.passTime(86_400_000 + 1_000)
    const fresh = await ask(app, phone)
    expect((await app.api.call(confirmCode, giving(fresh.token, fresh.code))).status).toBe(200)
  })

  test('parallel guesses with many tokens stay within the day’s limit', async () => {
    const app = await testAppForThisTest({ TRUST_PROXY: '1' })
    const phone = newNumber()
    const tokens: string[] = []
    for (let asked = 0; asked < 8; asked++) tokens.push((await ask(app, phone)).token)
    const code = await sentCode(app, phone)
    const answers = await Promise.all(
      tokens.flatMap((token) =>
        [1, 2, 3].map(() => app.api.call(confirmCode, giving(token, anotherThan(code)), from())),
      ),
    )
    const evaluated = answers.filter(({ status }) => status === 422)
    expect(evaluated.length).toBeLessThanOrEqual(limits.codeFailuresOfStrangers)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(24 - evaluated.length)
  })

  test('right codes do not count as failures', async () => {
    const app = await testAppForThisTest({ TRUST_PROXY: '1' })
    const phone = newNumber()
    for (let times = 0; times < limits.codeFailures + 1; times++) {
      const { token, code } = await ask(app, phone)
      expect((await app.api.call(confirmCode, giving(token, code))).status).toBe(200)
      app.passTime(5 * 60_000)
    }
  })
})
