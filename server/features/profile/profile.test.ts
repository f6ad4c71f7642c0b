import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { logIn } from '#contract/accounts/accounts.ts'
import {
  account,
  changeAccount,
  changeProfile,
  confirmNewEmail,
  validateNewPhone,
} from '#contract/accounts/profile.ts'
import type { ApiClient } from '#server/testing/api.ts'
import { newNumber } from '#server/testing/codes.ts'
import { goodPassword, type MadeAccount } from '#server/testing/make.ts'
import { mailedToken, messagesTo } from '#server/testing/outbox.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { accountRow, ownProfile } from './testing/read.ts'

let here: TestApp
beforeAll(async () => {
  here = await testApp()
})
afterAll(() => here.close())
// All tests call from one address, which may send only so much.
beforeEach(() => here.context.db.deleteFrom('rate').execute())

async function ofType(
  type: 'EmailAccount' | 'SocialAccount' | 'SmsAccount',
  more: object = {},
): Promise<MadeAccount> {
  const made = await here.make.account()
  await here.context.db
    .updateTable('account')
    .set({ type, ...more })
    .where('id', '=', made.id)
    .execute()
  return made
}

describe('access', () => {
  test('someone else’s account looks the same as a made-up one', async () => {
    const [one, other] = [await here.make.account(), await here.make.account()]
    const unknown = await one.api.call(account, { params: { id: newId() } })
    const foreign = await one.api.call(account, { params: { id: other.id } })
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body])
    const fields = [['data[first_name]', 'Mallory']] as const
    for (const id of [other.id, newId()]) {
      const put = await one.api.upload(changeAccount, fields, [], { params: { id } })
      expect([put.status, put.errors]).toEqual([404, unknown.errors])
    }
    expect((await accountRow(here, other.id)).first_name).toBe('Sam')
  })

  test('neither role nor type nor anything else that the person cannot decide', async () => {
    const one = await here.make.account()
    const before = await accountRow(here, one.id)
    const sent = {
      first_name: 'Nell',
      role: 'admin',
      type: 'SmsAccount',
      password_hash: '',
      deleted_at: null,
    }
    const more = {
      email: 'x@example.com',
      full_phone_number: '+14155550100',
      phone_proven_at: 'now',
      id: newId(),
    }
    expect(
      (
        await one.api.call(changeProfile, {
          body: { data: { ...sent, ...more, attributes: { ...sent, ...more } } } as never,
        })
      ).status,
    ).toBe(200)
    const fields = Object.entries({ ...sent, ...more }).map(
      ([name, text]) => [`data[${name}]`, String(text)] as const,
    )
    expect((await one.api.upload(changeAccount, fields, [], { params: { id: one.id } })).status).toBe(200)
    expect(await accountRow(here, one.id)).toEqual({ ...before, first_name: 'Nell' })
  })
})

describe('names and company', () => {
  test('only what is sent changes', async () => {
    const one = await here.make.account()
    const first = await one.api.call(changeProfile, { body: { data: { company_name: '  Hill & Sons  ' } } })
    expect(first.body.data.attributes).toMatchObject({
      company_name: 'Hill & Sons',
      first_name: 'Sam',
      last_name: 'Rivera',
    })
    expect(first.body.meta).toMatchObject({
      message: 'Profile updated successfully.',
      pending: {},
      role: 'surveyor',
    })
    await one.api.call(changeProfile, { body: { data: { attributes: { first_name: 'Anne-Marie' } } } })
    expect(await ownProfile(one)).toMatchObject({ company_name: 'Hill & Sons', first_name: 'Anne-Marie' })
    const put = await one.api.upload(changeAccount, [['data[company_name]', '']], [], {
      params: { id: one.id },
    })
    expect(put.body.data.attributes).toMatchObject({ company_name: '', first_name: 'Anne-Marie' })
    expect((await one.api.call(account, { params: { id: one.id } })).body.data).toEqual(put.body.data)
  })

  test.each([
    [{ first_name: '' }, 'first_name', "First name can't be blank"],
    [{ last_name: '  ' }, 'last_name', "Last name can't be blank"],
    [{ first_name: 'N' }, 'first_name', 'Please enter a valid first name/last name.'],
    [{ last_name: '-Vance' }, 'last_name', 'Please enter a valid first name/last name.'],
    [{ last_name: 'R2D2' }, 'last_name', 'Please enter a valid first name/last name.'],
    [{ first_name: 'N'.repeat(51) }, 'first_name', 'Please enter a valid first name/last name.'],
    [{ company_name: 'x'.repeat(65) }, 'company_name', 'Please enter a valid company name.'],
    [{ new_email: 'nell' }, 'new_email', 'Email not valid.'],
    [{ new_phone_number: 'nell' }, 'new_phone_number', 'Phone number is not valid.'],
  ])('%o is refused and nothing changes', async (wrong, field, words) => {
    const one = await here.make.account()
    const sent = await one.api.call(changeProfile, { body: { data: { last_name: 'Vance', ...wrong } } })
    expect([sent.status, sent.errors[0]]).toEqual([422, { [field]: words }])
    expect(await ownProfile(one)).toMatchObject({ last_name: 'Rivera', company_name: '' })
  })
})

describe('an email address', () => {
  const sms = { phone_proven_at: new Date(), email_proven_at: new Date() }

  test.each(['EmailAccount', 'SocialAccount'] as const)('of an %s is not changed here', async (type) => {
    const one = await ofType(type)
    const given = { new_email: 'new@example.com', current_password: goodPassword }
    const sent = await one.api.call(changeProfile, { body: { data: given } })
    expect([sent.status, Object.keys(sent.errors[0] ?? {})]).toEqual([422, ['new_email']])
    const same = await one.api.call(changeProfile, { body: { data: { new_email: one.email.toUpperCase() } } })
    expect(same.status).toBe(200)
  })

  test('takes effect after its link is opened, and the old address is notified', async () => {
    const one = await ofType('SmsAccount', { ...sms, full_phone_number: newNumber() })
    const email = `${newId()}@example.com`
    const without = await one.api.call(changeProfile, { body: { data: { new_email: email } } })
    expect(without.errors).toEqual([{ password: 'Current password not valid.' }])
    const given = { new_email: email, current_password: goodPassword }
    const sent = await one.api.call(changeProfile, { body: { data: given } })
    expect(sent.body.meta.pending).toEqual({ email })
    expect(sent.body.data.attributes).toMatchObject({ email: one.email, new_email: email })
    const token = await mailedToken(here, email)
    const open = () => one.api.call(confirmNewEmail, { body: { data: { attributes: { token } } } })
    const opened = await Promise.all([open(), open()])
    expect(opened.map(({ status }) => status).sort()).toEqual([200, 410])
    expect(await ownProfile(one)).toMatchObject({ email, email_proven: true, new_email: '' })
    expect((await messagesTo(here, one.email))[0]?.body).toContain(email)
    const login = await here.api.call(logIn, {
      body: { data: { attributes: { email, password: goodPassword } } },
    })
    expect(login.status).toBe(200)
  })

  test('is not confirmed by the mailbox alone: opening the link requires the account', async () => {
    const one = await ofType('SmsAccount', { ...sms, full_phone_number: newNumber() })
    const eve = await here.make.account()
    const email = `${newId()}@example.com`
    const given = { new_email: email, current_password: goodPassword }
    await one.api.call(changeProfile, { body: { data: given } })
    const token = await mailedToken(here, email)
    const open = (api: ApiClient, password?: string) =>
      api.call(confirmNewEmail, { body: { data: { attributes: { token, ...(password && { password }) } } } })
    for (const api of [here.api, eve.api]) {
      const refused = await open(api)
      expect([refused.status, refused.errors]).toEqual([
        403,
        [{ password: 'Log in to the account first, or enter its password.' }],
      ])
    }
    expect((await open(here.api, 'Wrong7horse')).status).toBe(422)
    expect(await ownProfile(one)).toMatchObject({ email: one.email })
    expect((await open(here.api, goodPassword)).status).toBe(200)
    expect(await ownProfile(one)).toMatchObject({ email })
  })

  test('of two requested at once only the newer link is live', async () => {
    const one = await ofType('SmsAccount', { ...sms, full_phone_number: newNumber() })
    const emails = [`${newId()}@example.com`, `${newId()}@example.com`]
    await Promise.all(
      emails.map((new_email) =>
        one.api.call(changeProfile, { body: { data: { new_email, current_password: goodPassword } } }),
      ),
    )
    const opened = []
    for (const email of emails) {
      const token = await mailedToken(here, email)
      opened.push((await one.api.call(confirmNewEmail, { body: { data: { attributes: { token } } } })).status)
    }
    expect(opened.sort()).toEqual([200, 410])
  })

  test('of another account gets the same reply; its owner is notified, and nothing changes', async () => {
    const holder = await here.make.account()
    const one = await ofType('SmsAccount', { ...sms, full_phone_number: newNumber() })
    const ask = (new_email: string) =>
      one.api.call(changeProfile, { body: { data: { new_email, current_password: goodPassword } } })
    const taken = await ask(holder.email)
    const free = await ask(`${newId()}@example.com`)
    expect([taken.status, Object.keys(taken.body.meta.pending)]).toEqual([free.status, ['email']])
    expect((await messagesTo(here, holder.email)).map(({ subject }) => subject)).toEqual([
      'You already have an account',
    ])
    expect((await messagesTo(here, holder.email))[0]?.body).not.toContain('token=')
  })

  test('waits no longer than its link lives', async () => {
    const one = await ofType('SmsAccount', { ...sms, full_phone_number: newNumber() })
    const email = `${newId()}@example.com`
    await one.api.call(changeProfile, {
      body: { data: { new_email: email, current_password: goodPassword } },
    })
    const token = await mailedToken(here, email)
    await here.context.db
      .updateTable('mailed_link')
      .set({ expires_at: new Date(0) })
      .where('account_id', '=', one.id)
      .execute()
    const late = await one.api.call(confirmNewEmail, { body: { data: { attributes: { token } } } })
    expect([late.status, late.errors]).toEqual([410, [{ token: 'This link has expired' }]])
    expect(await ownProfile(one)).toMatchObject({ email: one.email, new_email: '' })
  })
})

test('someone who logs in by a number cannot change it here', async () => {
  const one = await ofType('SmsAccount')
  const full = newNumber()
  for (const sent of [
    await one.api.call(validateNewPhone, { body: { data: { new_phone_number: full } } }),
    await one.api.call(changeProfile, { body: { data: { new_phone_number: full } } }),
  ])
    expect([sent.status, Object.keys(sent.errors[0] ?? {})]).toEqual([422, ['phone_number']])
  expect(await messagesTo(here, full)).toEqual([])
})

describe('an account without a password', () => {
  test('adds an address only in a fresh session; the number is notified', async () => {
    const number = newNumber()
    const proven = { full_phone_number: number, phone_proven_at: new Date() }
    const one = await ofType('SmsAccount', { ...proven, email: null, password_hash: null })
    const new_email = `${newId()}@example.com`
    const ask = () => one.api.call(changeProfile, { body: { data: { new_email } } })
    await begin(one.id, 60)
    const stale = await ask()
    expect([stale.status, stale.errors]).toEqual([
      422,
      [{ message: expect.stringContaining('log in again') }],
    ])
    await begin(one.id, 1)
    expect((await ask()).status).toBe(200)
    const token = await mailedToken(here, new_email)
    await one.api.call(confirmNewEmail, { body: { data: { attributes: { token } } } })
    expect((await messagesTo(here, number))[0]?.body).toContain(new_email)
  })

  test('adds a number only this way, whichever call asks for it', async () => {
    const one = await ofType('SocialAccount', { password_hash: null })
    const full = newNumber()
    const body = { data: { new_phone_number: full } }
    await begin(one.id, 60)
    expect((await one.api.call(validateNewPhone, { body })).status).toBe(422)
    expect((await one.api.call(changeProfile, { body })).status).toBe(422)
    expect(await messagesTo(here, full)).toEqual([])
    await begin(one.id, 1)
    expect((await one.api.call(validateNewPhone, { body })).status).toBe(200)
  })

  /** Makes their session look as if it began this many minutes ago. */
  function begin(accountId: string, minutes: number) {
    const created_at = new Date(Date.now() - minutes * 60_000)
    return here.context.db
      .updateTable('session')
      .set({ created_at })
      .where('account_id', '=', accountId)
      .execute()
  }
})
