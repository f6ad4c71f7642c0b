import { expect, test } from 'vitest'
import { logIn } from '#contract/accounts/accounts.ts'
import { confirmCode, resendEmailLink, sendCode } from '#contract/accounts/entry.ts'
import {
  askResetCode,
  askResetLink,
  confirmResetCode,
  setPasswordByCode,
} from '#contract/accounts/recovery.ts'
import { limits } from '#contract/limits.ts'
import { anotherThan, newNumber } from '#server/testing/codes.ts'
import { goodPassword } from '#server/testing/make.ts'
import { mailedToken, messagesTo, sentCode } from '#server/testing/outbox.ts'
import { statementsOf } from '#server/testing/statements.ts'
import { type TestApp, testAppForThisTest } from '#server/testing/test-app.ts'

const fresh = 'Kestrel-Attic-19'
const minute = 60_000

let sources = 0
/** An unused network address. */
function from() {
  return { headers: { 'x-forwarded-for': `10.${++sources >> 16}.${(sources >> 8) & 255}.${sources & 255}` } }
}

const behindProxy = () => testAppForThisTest({ TRUST_PROXY: '1' })

function askLink(here: TestApp, email: string, at = from()) {
  return here.api.call(askResetLink, { body: { data: { attributes: { email } } } }, at)
}

function askCodeOf(here: TestApp, target: string, at = from()) {
  const attributes = target.includes('@') ? { email: target } : { full_phone_number: target }
  return here.api.call(askResetCode, { body: { data: { attributes } } }, at)
}

function tryCode(here: TestApp, token: string, otp_code: string, at = from()) {
  return here.api.call(confirmResetCode, { body: { token, otp_code } }, at)
}

async function withPhone(here: TestApp) {
  const account = await here.make.account()
  const phone = newNumber()
  await here.context.db
    .updateTable('account')
    .set({ full_phone_number: phone, phone_proven_at: new Date() })
    .where('id', '=', account.id)
    .execute()
  return { ...account, phone }
}

async function reset(here: TestApp, token: string, at = from()) {
  const body = { token, new_password: fresh, confirm_password: fresh }
  return (await here.api.call(setPasswordByCode, { body }, at)).status
}

test('any number of requested tokens is useless without a code', async () => {
  const here = await behindProxy()
  const owner = await withPhone(here)
  const { body } = await askCodeOf(here, owner.phone)
  const code = await sentCode(here, owner.phone)
  expect(code).toMatch(/^\d{4}$/)
  for (let asked = 0; asked < 4; asked++) {
    const { meta } = (await askCodeOf(here, owner.phone)).body
    const newest = await sentCode(here, owner.phone)
    expect((await tryCode(here, meta.token, anotherThan(newest))).status).toBe(422)
    expect(await reset(here, meta.token)).toBe(410)
  }
  expect(await reset(here, body.meta.token)).toBe(410)
  expect((await tryCode(here, body.meta.token, code)).status).toBe(
    code === (await sentCode(here, owner.phone)) ? 200 : 422,
  )
})

test('mails that others request in someone’s name block neither links, codes nor the confirmation', async () => {
  const here = await behindProxy()
  const owner = await here.make.account()
  for (let minutes = 0; minutes < 60; minutes += 2) {
    expect((await askLink(here, owner.email)).status).toBe(200)
    expect((await askCodeOf(here, owner.email)).status).toBe(200)
    here.passTime(2 * minute)
  }
  const again = await here.make.again(owner)
  expect((await again.api.call(resendEmailLink, {}, from())).status).toBe(200)
  const mine = from()
  expect((await askLink(here, owner.email, mine)).status).toBe(200)
  const asked = await askCodeOf(here, owner.email, mine)
  expect(asked.status).toBe(200)
  const mails = await messagesTo(here, owner.email)
  const [code] = mails.filter(({ kind }) => kind === 'recovery.code')
  const digits = /(?<!\d)\d{4,8}(?!\d)/.exec(code?.body ?? '')?.[0] ?? ''
  expect(digits).toHaveLength(asked.body.meta.code_length)
  expect((await tryCode(here, asked.body.meta.token, digits, mine)).status).toBe(200)
  expect(await reset(here, asked.body.meta.token, mine)).toBe(200)
})

test('the newest link in the mailbox opens the reset while others keep requesting; there is no flood of mails', async () => {
  const here = await behindProxy()
  const owner = await here.make.account()
  const hours = 5
  for (let asked = 0; asked < 20 * hours; asked++) {
    expect((await askLink(here, owner.email)).status).toBe(200)
    here.passTime(3 * minute)
    const token = await mailedToken(here, owner.email)
    const link = await here.context.db
      .selectFrom('mailed_link')
      .select('expires_at')
      .where('account_id', '=', owner.id)
      .where('used_at', 'is', null)
      .executeTakeFirst()
    expect(token).not.toBe('')
    expect(link?.expires_at.getTime()).toBeGreaterThan(here.context.clock().getTime())
  }
  const mails = await messagesTo(here, owner.email)
  expect(mails.length).toBeLessThan(limits.sendsPerTargetDay + 4 * hours)
})

test('someone who requests more than a number needs waits for the newest code, and gets in with it', async () => {
  const here = await behindProxy()
  const owner = await withPhone(here)
  for (let asked = 0; asked < 30; asked++) await askCodeOf(here, owner.phone)
  expect(await messagesTo(here, owner.phone)).toHaveLength(limits.sendsPerTarget)
  const mine = from()
  const { token, code_length } = (await askCodeOf(here, owner.phone, mine)).body.meta
  const code = await sentCode(here, owner.phone)
  expect(await messagesTo(here, owner.phone)).toHaveLength(limits.sendsPerTarget)
  expect(code).toHaveLength(code_length)
  expect((await tryCode(here, token, code, mine)).status).toBe(200)
  expect(await reset(here, token, mine)).toBe(200)
})

test('a code requested in someone’s name does not end a login in progress', async () => {
  const here = await behindProxy()
  const owner = await withPhone(here)
  const asking = (purpose: 'log-in' | 'sign-up') => ({
    body: { data: { attributes: { full_phone_number: owner.phone, purpose } } },
  })
  const mine = await here.api.call(sendCode, asking('log-in'), from())
  await here.api.call(sendCode, asking('sign-up'), from())
  const pin = await sentCode(here, owner.phone)
  const { token } = mine.body.meta
  const confirmed = await here.api.call(confirmCode, { body: { token, pin } }, from())
  expect(confirmed.status).toBe(200)
  // A confirmed code stays confirmed after further requests.
  await here.api.call(sendCode, asking('log-in'), from())
  const attributes = { full_phone_number: owner.phone, token }
  const login = await here.api.call(logIn, { body: { data: { type: 'sms_account', attributes } } }, from())
  expect(login.status).toBe(200)
})

test('codes guessed from many places run out; the owner gets in from a place where they signed in before', async () => {
  const here = await behindProxy()
  const owner = await withPhone(here)
  const home = from()
  const attributes = { email: owner.email, password: goodPassword }
  const login = { body: { data: { attributes } } }
  expect((await here.api.call(logIn, login, home)).status).toBe(200)
  for (let guesses = 0; guesses < limits.codeFailuresOfStrangers; guesses++) {
    const { token } = (await askCodeOf(here, owner.phone)).body.meta
    const refused = await tryCode(here, token, anotherThan(await sentCode(here, owner.phone)))
    expect(refused.status).toBe(422)
  }
  // A stranger's right guess is no longer checked, and no further code is sent for them.
  const stranger = (await askCodeOf(here, owner.phone)).status
  expect(stranger).toBe(429)
  const { token, code_length } = (await askCodeOf(here, owner.phone, home)).body.meta
  expect(code_length).toBe(4)
  const code = await sentCode(here, owner.phone)
  expect((await tryCode(here, token, code)).status).toBe(429)
  expect((await tryCode(here, token, anotherThan(code), home)).status).toBe(422)
  expect((await tryCode(here, token, code, home)).status).toBe(200)
  expect(await reset(here, token, home)).toBe(200)

  const messages = (await messagesTo(here, owner.email)).filter(({ kind }) => kind === 'account.guessing')
  expect(messages).toHaveLength(1)
  const records = await here.context.db
    .selectFrom('audit')
    .select('target_id')
    .where('action', '=', 'code.locked')
    .execute()
  expect(records).toEqual([{ target_id: owner.phone }])
})

test('the owner’s own guesses end after ten, for all purposes together', async () => {
  const here = await behindProxy()
  const owner = await withPhone(here)
  const home = from()
  const login = { body: { data: { attributes: { email: owner.email, password: goodPassword } } } }
  await here.api.call(logIn, login, home)
  const statuses: number[] = []
  for (let guesses = 0; guesses < 12; guesses++) {
    here.passTime(11 * minute)
    const asked = await askCodeOf(here, owner.phone, home)
    if (asked.status !== 200) statuses.push(asked.status)
    else {
      const code = await sentCode(here, owner.phone)
      statuses.push((await tryCode(here, asked.body.meta.token, anotherThan(code), home)).status)
    }
  }
  expect(statuses).toEqual([...Array.from({ length: limits.codeFailures }, () => 422), 429, 429])
  const sign_in = { full_phone_number: owner.phone, purpose: 'log-in' as const }
  expect((await here.api.call(sendCode, { body: { data: { attributes: sign_in } } }, home)).status).toBe(429)
})

test('more than 50 wrong codes in an hour lengthen new codes until an hour passes without as many', async () => {
  const here = await behindProxy()
  const guessAt = async (count: number, of: string) => {
    for (let wrong = 0; wrong < count; ) {
      const { token } = (await askCodeOf(here, `${of}${wrong}@example.com`)).body.meta
      for (let tries = 0; tries < 5 && wrong < count; tries++, wrong++) await tryCode(here, token, '00000')
    }
  }
  await guessAt(limits.codeFailuresOfAll, 'first')
  expect((await askCodeOf(here, newNumber())).body.meta.code_length).toBe(4)
  await guessAt(1, 'one-more')
  const owner = await withPhone(here)
  const { token, code_length } = (await askCodeOf(here, owner.phone)).body.meta
  expect(code_length).toBe(6)
  const code = await sentCode(here, owner.phone)
  expect(code).toMatch(/^\d{6}$/)
  expect((await tryCode(here, token, code)).status).toBe(200)
  const records = await here.context.db
    .selectFrom('audit')
    .select('detail')
    .where('action', '=', 'guessing.braked')
    .execute()
  expect(records).toEqual([{ detail: { what: 'code', of: 'installation' } }])
  // The attack continues into the next hour, so codes stay long.
  here.passTime(50 * minute)
  await guessAt(1, 'late')
  here.passTime(30 * minute)
  expect((await askCodeOf(here, newNumber())).body.meta.code_length).toBe(6)
  here.passTime(31 * minute)
  expect((await askCodeOf(here, newNumber())).body.meta.code_length).toBe(4)
})

test('past the limit too, nothing reveals whether there is an account', async () => {
  const here = await behindProxy()
  const { email } = await here.make.account()
  for (const ask of [askLink, askCodeOf]) {
    const answers: unknown[] = []
    for (const target of [email, `no-${email}`]) {
      for (let asked = 0; asked < limits.sendsPerTarget; asked++) await ask(here, target)
      const { result, statements } = await statementsOf(() => ask(here, target))
      answers.push([result.status, statements.length])
    }
    expect(answers[0]).toEqual(answers[1])
  }
  expect(
    (await here.api.call(logIn, { body: { data: { attributes: { email, password: goodPassword } } } }))
      .status,
  ).toBe(200)
})
