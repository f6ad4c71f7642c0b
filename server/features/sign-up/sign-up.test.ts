import { v4 as newKey } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logIn, signUp } from '#contract/accounts/accounts.ts'
import { confirmCode } from '#contract/accounts/entry.ts'
import { limits } from '#contract/limits.ts'
import { anotherThan, askCode, newNumber } from '#server/testing/codes.ts'
import { goodPassword } from '#server/testing/make.ts'
import { type TestApp, testApp, testAppForThisTest } from '#server/testing/test-app.ts'

let here: TestApp
beforeAll(async () => {
  here = await testApp({ TRUST_PROXY: '1' })
})
afterAll(() => here.close())

const person = { first_name: 'Nell', last_name: 'Vance', password: goodPassword }
const wrongToken = { status: 422, errors: [{ token: 'OTP is not valid.' }] }

let count = 0
function newEmail() {
  return `nell${++count}@example.com`
}

function byEmail(attributes: Partial<Record<'email' | 'full_phone_number' | 'token' | 'password', string>>) {
  return {
    body: {
      data: { type: 'email_account' as const, attributes: { ...person, email: newEmail(), ...attributes } },
    },
  }
}

function byPhone(
  full_phone_number: string,
  attributes: Partial<Record<'email' | 'token' | 'password', string>>,
) {
  return {
    body: {
      data: { type: 'sms_account' as const, attributes: { ...person, full_phone_number, ...attributes } },
    },
  }
}

/** A new number and the token that proves it; requested from its own address, since limits count by it. */
async function provenNumber(app: TestApp = here, phone = newNumber()) {
  app.passTime(10 * 60_000 + 1000)
  const { token, code } = await askCode(app, phone)
  const confirmed = await app.api.call(confirmCode, { body: { token, pin: code } })
  if (confirmed.status !== 200) throw new Error(JSON.stringify(confirmed.body))
  return { phone, token }
}

/** Sign-ups are limited by address. */
function from() {
  return { headers: { 'x-forwarded-for': `10.2.0.${++count}` } }
}

async function accountOf(id: string) {
  return here.context.db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

describe('by phone', () => {
  test('a confirmed code makes an account that opens by number and password', async () => {
    const { phone, token } = await provenNumber()
    const made = await here.api.call(signUp, byPhone(phone, { token }), from())
    expect(made.status).toBe(201)
    expect(made.body.data.attributes).toMatchObject({
      type: 'SmsAccount',
      full_phone_number: phone,
      email: '',
    })
    expect((await accountOf(made.body.data.id)).phone_proven_at).not.toBeNull()
    const session = await here.api.call(logIn, {
      body: {
        data: { type: 'sms_account', attributes: { full_phone_number: phone, password: goodPassword } },
      },
    })
    expect([session.status, session.body.data?.id]).toEqual([200, made.body.data.id])
  })

  test('the token may be in the header', async () => {
    const { phone, token } = await provenNumber()
    const made = await here.api.withToken(token).call(signUp, byPhone(phone, {}), from())
    expect(made.status).toBe(201)
  })

  test('without a token, or with one that is unconfirmed, expired or for another number: no account', async () => {
    const phone = newNumber()
    const asked = await askCode(here, phone)
    const other = await provenNumber()
    for (const token of [undefined, '', 'A'.repeat(32), asked.token, other.token]) {
      const refused = await here.api.call(
        signUp,
        byPhone(phone, token === undefined ? {} : { token }),
        from(),
      )
      expect(refused).toMatchObject(wrongToken)
    }
    const mine = await provenNumber()
    here.passTime(limits.codeConfirmed + 1000)
    expect(await here.api.call(signUp, byPhone(mine.phone, { token: mine.token }), from())).toMatchObject(
      wrongToken,
    )
    const rows = await here.context.db
      .selectFrom('account')
      .select('id')
      .where('full_phone_number', 'in', [phone, mine.phone])
      .execute()
    expect(rows).toEqual([])
  })

  test('a token makes one account, even if it is used twice at once', async () => {
    const { phone, token } = await provenNumber()
    const both = await Promise.all([1, 2].map(() => here.api.call(signUp, byPhone(phone, { token }), from())))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
    expect(await here.api.call(signUp, byPhone(phone, { token }), from())).toMatchObject(wrongToken)
  })

  test('a confirmed code reveals the number’s account, and creates no second one', async () => {
    const first = await provenNumber()
    await here.api.call(signUp, byPhone(first.phone, { token: first.token }), from())
    here.passTime(10 * 60_000 + 1000)
    const { token, code } = await askCode(here, first.phone)
    const wrong = await here.api.call(confirmCode, { body: { token, pin: anotherThan(code) } })
    expect(JSON.stringify(wrong.body)).not.toContain('has_account')
    const confirmed = await here.api.call(confirmCode, { body: { token, pin: code } })
    expect(confirmed.body.meta.has_account).toBe(true)
    const refused = await here.api.call(signUp, byPhone(first.phone, { token }), from())
    expect([refused.status, refused.errors]).toEqual([
      422,
      [{ full_phone_number: 'This phone number already belongs to an account.' }],
    ])
  })

  test('an email is optional; if given it must be confirmed, and one already taken is refused', async () => {
    const { email } = await here.make.account()
    const { phone, token } = await provenNumber()
    const taken = await here.api.call(signUp, byPhone(phone, { token, email }), from())
    expect([taken.status, taken.errors]).toEqual([
      422,
      [{ email: 'This email address is already registered.' }],
    ])
    const own = newEmail()
    // The refusal has not used up the code.
    expect((await here.api.call(signUp, byPhone(phone, { token, email: own }), from())).status).toBe(201)
    const mails = await here.context.db
      .selectFrom('message')
      .select('recipient')
      .where('kind', '=', 'entry.confirmEmail')
      .where('recipient', 'in', [own, email])
      .execute()
    expect(mails).toEqual([{ recipient: own }])
  })

  test('the same key gets the same answer, and the token is not kept with it', async () => {
    const { phone, token } = await provenNumber()
    const key = newKey()
    const first = await here.api.call(signUp, byPhone(phone, { token }), { ...from(), key })
    const again = await here.api.call(signUp, byPhone(phone, { token }), { ...from(), key })
    expect([again.status, again.body]).toEqual([201, first.body])
    const replays = await here.context.db.selectFrom('replay').selectAll().execute()
    expect(JSON.stringify(replays)).not.toContain(token)
  })
})

describe('by email', () => {
  test('a number starts unproven, and opens nothing', async () => {
    const phone = newNumber()
    const made = await here.api.call(signUp, byEmail({ full_phone_number: phone }), from())
    expect(made.status).toBe(201)
    expect((await accountOf(made.body.data.id)).phone_proven_at).toBeNull()
    const login = await here.api.call(logIn, {
      body: {
        data: { type: 'sms_account', attributes: { full_phone_number: phone, password: goodPassword } },
      },
    })
    expect(login.status).toBe(401)
  })

  test('with the token of a confirmed code the number counts as proven', async () => {
    const { phone, token } = await provenNumber()
    const made = await here.api.call(signUp, byEmail({ full_phone_number: phone, token }), from())
    expect(made.body.data.attributes).toMatchObject({ type: 'EmailAccount', full_phone_number: phone })
    expect((await accountOf(made.body.data.id)).phone_proven_at).not.toBeNull()
  })

  test('a token that proves nothing is refused; a stale session in the header does not count', async () => {
    const { token } = await provenNumber()
    const other = byEmail({ full_phone_number: newNumber(), token })
    expect(await here.api.call(signUp, other, from())).toMatchObject(wrongToken)
    const stale = here.api.withToken('A'.repeat(43))
    expect((await stale.call(signUp, byEmail({ full_phone_number: newNumber() }), from())).status).toBe(201)
  })

  test('of two who take one address at once only one gets it', async () => {
    const wanted = byEmail({})
    const both = await Promise.all([1, 2].map(() => here.api.call(signUp, wanted, from())))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
  })

  test('the commonest passwords are refused, even if they follow the rules', async () => {
    const refused = await here.api.call(signUp, byEmail({ password: 'Password1' }), from())
    expect([refused.status, refused.errors]).toEqual([
      422,
      [{ password: 'This password is one of the most commonly guessed. Please choose another one.' }],
    ])
  })

  test('the owner of a taken address is not mailed', async () => {
    const wanted = byEmail({})
    await here.api.call(signUp, wanted, from())
    await here.api.call(signUp, wanted, from())
    const mails = await here.context.db
      .selectFrom('message')
      .select('id')
      .where('recipient', '=', wanted.body.data.attributes.email)
      .execute()
    expect(mails).toHaveLength(1)
  })
})

test('a new account is recorded, its password and token are not', async () => {
  const { phone, token } = await provenNumber()
  const made = await here.api.call(signUp, byPhone(phone, { token }), from())
  const rows = await here.context.db
    .selectFrom('audit')
    .selectAll()
    .where('account_id', '=', made.body.data.id)
    .execute()
  expect(rows).toMatchObject([{ action: 'account.created', detail: { by: 'phone' } }])
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${goodPassword}|${token}`))
})

test.each([
  [{ data: { type: 'fax_account', attributes: {} } }],
  [{ data: { attributes: { ...person, email: 'x@example.com' } } }],
])('an account is of one of three types: %j', async (payload) => {
  const app = await testAppForThisTest()
  const response = await app.app.inject({ method: 'POST', url: '/api/account/accounts', payload })
  expect(response.statusCode).toBe(400)
})
