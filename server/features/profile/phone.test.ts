import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { logIn } from '#contract/accounts/accounts.ts'
import {
  changeAccount,
  changeProfile,
  confirmNewPhone,
  validateNewPhone,
} from '#contract/accounts/profile.ts'
import { newNumber, numberParts } from '#server/testing/codes.ts'
import { goodPassword, type MadeAccount } from '#server/testing/make.ts'
import { messagesTo, sentCode } from '#server/testing/outbox.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { accountRow, ownProfile } from './testing/read.ts'

let here: TestApp
beforeAll(async () => {
  here = await testApp()
})
afterAll(() => here.close())
// All tests call from one address, which may send only so much.
beforeEach(() => here.context.db.deleteFrom('rate').execute())

describe('a phone number', () => {
  test.each([
    ['415', '555012'],
    ['1', '4155550123'],
    ['4155', '5550123'],
    ['415', ''],
    ['', '5550123'],
    ['abc', '5550123'],
  ])('of %j and %j is not valid on the profile', async (code, number) => {
    const one = await here.make.account()
    const fields = [
      ['data[country_code]', code],
      ['data[phone_number]', number],
      ['data[first_name]', 'Nell'],
    ] as const
    const sent = await one.api.upload(changeAccount, fields, [], { params: { id: one.id } })
    expect([sent.status, sent.errors]).toEqual([
      422,
      [{ phone_number: 'Please enter a valid US phone number.' }],
    ])
    expect(await ownProfile(one)).toMatchObject({ first_name: 'Sam', full_phone_number: '' })
  })

  test('takes effect after the code sent to it is entered', async () => {
    const one = await here.make.account()
    const full = newNumber()
    const { code, number } = numberParts(full)
    const fields = [
      ['data[country_code]', `+${code}`],
      ['data[phone_number]', number],
    ] as const
    const sent = await one.api.upload(changeAccount, fields, [], { params: { id: one.id } })
    expect(sent.body.data.attributes.full_phone_number).toBe('')
    const token = sent.body.meta.pending.phone?.token ?? ''
    expect(sent.body.meta.pending.phone?.code_length).toBe(4)
    const attributes = { token, otp_code: await sentCode(here, full), current_password: goodPassword }
    const proven = await one.api.call(confirmNewPhone, { body: { data: { attributes } } })
    expect(proven.body.data.attributes).toMatchObject({
      full_phone_number: full,
      country_code: code,
      phone_number: number,
      phone_proven: true,
    })
    expect((await messagesTo(here, one.email))[0]?.body).toContain(full)
    const again = await one.api.call(confirmNewPhone, { body: { data: { attributes } } })
    expect([again.status, again.errors]).toEqual([422, [{ otp_code: 'OTP is not valid.' }]])
    // The current number is no change: nothing is sent.
    const before = (await messagesTo(here, full)).length
    await one.api.upload(changeAccount, fields, [], { params: { id: one.id } })
    expect(await messagesTo(here, full)).toHaveLength(before)
  })

  test('of any country is stored whole, and the previous number is notified', async () => {
    const one = await here.make.account()
    for (const full of ['+447911123456', newNumber()]) {
      const sent = await one.api.call(validateNewPhone, { body: { data: { new_phone_number: full } } })
      const attributes = {
        token: sent.body.meta.token,
        otp_code: await sentCode(here, full),
        current_password: goodPassword,
      }
      const proven = await one.api.call(confirmNewPhone, { body: { data: { attributes } } })
      expect(proven.body.data.attributes.full_phone_number).toBe(full)
      if (full.startsWith('+44'))
        expect(proven.body.data.attributes).toMatchObject({ country_code: '44', phone_number: '7911123456' })
    }
    expect((await messagesTo(here, '+447911123456'))[0]?.body).toBe(
      'Your Fieldbook account no longer has this phone number.',
    )
  })

  test('is the same however it is written: it opens the account, and no second account gets it', async () => {
    const [one, other] = [await here.make.account(), await here.make.account()]
    const proven: number[] = []
    for (const owner of [one, other]) {
      const sent = await owner.api.call(validateNewPhone, {
        body: { data: { new_phone_number: '+44 (0)7911 123457' } },
      })
      const attributes = {
        token: sent.body.meta.token,
        otp_code: await sentCode(here, '+447911123457'),
        current_password: goodPassword,
      }
      proven.push((await owner.api.call(confirmNewPhone, { body: { data: { attributes } } })).status)
    }
    expect(proven).toEqual([200, 422])
    const again = await one.api.call(changeProfile, {
      body: { data: { new_phone_number: '+44 (0)7911 123457' } },
    })
    expect(again.body.meta.pending).toEqual({})
    const login = await here.api.call(logIn, {
      body: {
        data: {
          type: 'sms_account',
          attributes: { full_phone_number: '+44 7911 123457', password: goodPassword },
        },
      },
    })
    expect(login.body.data.id).toBe(one.id)
  })

  test('gets the same answer whether or not it belongs to someone else', async () => {
    const full = newNumber()
    const [holder, other] = [await here.make.account(), await here.make.account()]
    await here.context.db
      .updateTable('account')
      .set({ full_phone_number: full, phone_proven_at: new Date() })
      .where('id', '=', holder.id)
      .execute()
    const known = await other.api.call(validateNewPhone, { body: { data: { new_phone_number: full } } })
    const unknown = await other.api.call(validateNewPhone, {
      body: { data: { new_phone_number: newNumber() } },
    })
    expect([known.status, known.body.data, Object.keys(known.body.meta)]).toEqual([
      200,
      unknown.body.data,
      Object.keys(unknown.body.meta),
    ])
    // Only the holder of the number learns that it is taken.
    const attributes = {
      token: known.body.meta.token,
      otp_code: await sentCode(here, full),
      current_password: goodPassword,
    }
    const proven = await other.api.call(confirmNewPhone, { body: { data: { attributes } } })
    expect(proven.status).toBe(422)
    expect((await accountRow(here, other.id)).full_phone_number).toBe('')
    expect((await accountRow(here, holder.id)).full_phone_number).toBe(full)
  })

  test('goes to one of two who prove it at once', async () => {
    const full = newNumber()
    const both = [await here.make.account(), await here.make.account()]
    const held: { token: string; otp_code: string }[] = []
    for (const one of both) {
      const sent = await one.api.call(validateNewPhone, { body: { data: { new_phone_number: full } } })
      held.push({ token: sent.body.meta.token, otp_code: await sentCode(here, full) })
      // The second request would end the first code: here both are live, as from two processes at the same
      // moment.
      await here.context.db
        .updateTable('code')
        .set({ target: `${full}#${held.length}` })
        .where('target', '=', full)
        .execute()
    }
    await here.context.db
      .updateTable('code')
      .set({ target: full })
      .where('target', 'like', `${full}#%`)
      .execute()
    const proven = await Promise.all(
      both.map((one, index) =>
        one.api.call(confirmNewPhone, {
          body: { data: { attributes: { ...held[index], current_password: goodPassword } as never } },
        }),
      ),
    )
    expect(proven.map(({ status }) => status).sort()).toEqual([200, 422])
    const owners = await here.context.db
      .selectFrom('account')
      .select('id')
      .where('full_phone_number', '=', full)
      .execute()
    expect(owners).toHaveLength(1)
  })

  test('needs the password and its own code, and expires', async () => {
    const [one, other] = [await here.make.account(), await here.make.account()]
    const full = newNumber()
    const sent = await one.api.call(validateNewPhone, { body: { data: { new_phone_number: full } } })
    const good = {
      token: sent.body.meta.token,
      otp_code: await sentCode(here, full),
      current_password: goodPassword,
    }
    const tell = async (who: MadeAccount, attributes: object) =>
      (await who.api.call(confirmNewPhone, { body: { data: { attributes: { ...good, ...attributes } } } }))
        .errors
    expect(await tell(one, { current_password: undefined })).toEqual([
      { password: 'Current password not valid.' },
    ])
    expect(await tell(one, { current_password: 'Wrong7horse' })).toEqual([
      { password: 'Current password not valid.' },
    ])
    expect(await tell(one, { otp_code: '' })).toEqual([{ otp_code: 'OTP is not valid.' }])
    expect(await tell(one, { token: 'A'.repeat(32) })).toEqual([{ otp_code: 'OTP is not valid.' }])
    expect(await tell(other, {})).toEqual([{ otp_code: 'OTP is not valid.' }])
    expect((await accountRow(here, other.id)).full_phone_number).toBe('')
    expect(await tell(one, {})).toEqual([{ otp_code: 'OTP is not valid.' }])
  })

  test('can be requested only so often', async () => {
    const full = newNumber()
    const one = await here.make.account()
    const asked = () => one.api.call(validateNewPhone, { body: { data: { new_phone_number: full } } })
    for (let sent = 0; sent < 3; sent++) expect((await asked()).status).toBe(200)
    const refused = await asked()
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    const put = await one.api.call(changeProfile, {
      body: { data: { new_phone_number: full, first_name: 'Nell' } },
    })
    expect(put.status).toBe(429)
    expect((await ownProfile(one)).first_name).toBe('Sam')
  })
})
