import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anotherThan, newNumber } from '#server/testing/codes.ts'
import { goodPassword, type MadeAccount } from '#server/testing/make.ts'
import { mailedToken, sentCode } from '#server/testing/outbox.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

/** Account calls of clients other than the web app, written only from the API description. */
let here: TestApp
let sam: MadeAccount
beforeAll(async () => {
  here = await testApp()
  sam = await here.make.account()
})
afterAll(() => here.close())

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Sends a JSON content type in every call, even without a body. */
async function send(method: Method, path: string, body?: unknown, token = '') {
  const response = await here.app.inject({
    method,
    url: `/api/${path}`,
    headers: { 'content-type': 'application/json', ...(token === '' ? {} : { token }) },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  return { status: response.statusCode, body: response.json() }
}

let count = 0
const person = (changes: Readonly<Record<string, unknown>> = {}) => ({
  first_name: 'Ann',
  last_name: 'Other',
  email: `other${++count}@example.com`,
  password: goodPassword,
  ...changes,
})

const create = (attributes: unknown, more: object = {}) =>
  send('POST', 'account/accounts', { data: { type: 'email_account', attributes, ...more } })

async function outcomeOf(call: ReturnType<typeof send>) {
  const { status, body } = await call
  return [status, body.errors]
}

describe('sign-up', () => {
  test.each(['', '+', null, undefined])('a phone of %j counts as missing', async (full_phone_number) => {
    const made = await create(person({ full_phone_number }))
    expect([made.status, made.body.data.attributes.full_phone_number]).toEqual([201, ''])
  })

  test('reports mandatory fields', async () => {
    const all = ['first_name', 'last_name', 'email', 'password']
    const errors = all.map((field) => ({ [field]: 'All fields are mandatory.' }))
    expect(await outcomeOf(create({}))).toEqual([422, errors])
    expect(await outcomeOf(create({ first_name: '', last_name: ' ', email: '', password: null }))).toEqual([
      422,
      errors,
    ])
  })

  test('a code proves the number of a new account', async () => {
    const full_phone_number = newNumber()
    const asked = await send('POST', 'account/accounts/send_otps', {
      data: { attributes: { full_phone_number } },
    })
    const pin = await sentCode(here, full_phone_number)
    const path = 'account/accounts/sms_confirmation?pin='
    const { token } = asked.body.meta
    expect(await outcomeOf(send('POST', path + anotherThan(pin), undefined, token))).toEqual([
      422,
      [{ otp_code: 'OTP is not valid.' }],
    ])
    const confirmed = await send('POST', path + pin, {}, token)
    expect(confirmed.body).toMatchObject({ messages: [{}], meta: { token: expect.any(String) } })
    const attributes = person({ full_phone_number, token: confirmed.body.meta.token })
    expect((await create(attributes)).status).toBe(201)
  })

  test('a code requires a number', async () => {
    for (const attributes of [{}, { full_phone_number: '' }, { full_phone_number: null }])
      expect(await outcomeOf(send('POST', 'account/accounts/send_otps', { data: { attributes } }))).toEqual([
        422,
        [{ full_phone_number: 'Phone number is required' }],
      ])
  })
})

describe('login', () => {
  const both = 'Please enter your login credentials'
  test.each([
    [{}, { message: both }],
    [{ email: '', password: '' }, { message: both }],
    [{ email: ' ', password: '' }, { message: both }],
    [{ password: 'x' }, { email: 'Please enter email address' }],
    [{ email: 'ann@example.com' }, { password: 'Please enter password' }],
  ])('with %j reports what is missing', async (attributes, error) => {
    expect(await outcomeOf(send('POST', 'login/login', { data: { attributes } }))).toEqual([422, [error]])
  })

  test('works at all addresses, with and without a type, in the specified shape', async () => {
    const attributes = { email: sam.email, password: goodPassword }
    for (const path of ['login/login', 'bx_block_login/login', '/bx_block_login/login'])
      for (const data of [{ attributes }, { type: 'email_account', attributes }]) {
        const { status, body } = await send('POST', path, { data })
        expect([status, body]).toMatchObject([
          200,
          {
            data: { id: sam.id, attributes: { first_name: 'Sam', is_one_time_password_expired: true } },
            meta: { token: expect.any(String), role: 'surveyor' },
          },
        ])
      }
  })

  test('a social account with only an address and an id is rejected', async () => {
    const attributes = { email: sam.email, password: sam.email, unique_auth_id: '7' }
    for (const path of ['login/login', 'account/accounts']) {
      const refused = await send('POST', path, { data: { type: 'social_account', attributes } })
      expect([refused.status, refused.body.meta]).toEqual([422, undefined])
    }
  })
})

describe('recovery', () => {
  const forgot = (attributes: unknown) =>
    send('POST', 'bx_block_forgot_password/forgot', { data: { attributes }, host: 'http://fieldbook.test' })

  test.each([{}, { email: '' }, { email: null }])('%j is rejected as an address', async (attributes) => {
    expect(await outcomeOf(forgot(attributes))).toEqual([422, [{ email: 'Email is requeired' }]])
  })

  test('by link, each step as specified', async () => {
    const attributes = person()
    await create(attributes)
    expect((await forgot({ email: attributes.email, host: 'http://fieldbook.test' })).status).toBe(200)
    const token = await mailedToken(here, attributes.email)
    const page = 'bx_block_forgot_password/forgot_password'
    expect((await send('GET', `${page}?token=${token}`)).body.token).toBe(token)
    for (const query of ['', '?token=', '?token=x']) {
      const { status, body } = await send('GET', page + query)
      expect([status < 500, Object.keys(body.errors[0])]).toEqual([true, ['token']])
    }
    const reset = (given: object) =>
      send('PATCH', 'bx_block_forgot_password/reset', { data: { attributes: { token, ...given } } })
    expect(await outcomeOf(reset({}))).toEqual([422, [{ password: 'New password not valid.' }]])
    expect(await outcomeOf(reset({ new_password: 'Other7horses' }))).toEqual([
      422,
      [{ password: "New password and confirm new password doesn't match." }],
    ])
    const done = await reset({ new_password: 'Other7horses', confirm_password: 'Other7horses' })
    expect([done.status, Boolean(done.body.data)]).toEqual([200, true])
  })

  test.each([
    ['at the top', (fields: object) => fields],
    ['below data', (fields: object) => ({ data: fields })],
    ['below data.attributes', (fields: object) => ({ data: { attributes: fields } })],
  ])('by code, fields %s', async (_, place) => {
    const { email, ...rest } = person()
    await create({ ...rest, email })
    const asked = await send('POST', 'forgot_password/otp', place({ email }))
    const { token } = asked.body.meta
    const otp_code = await sentCode(here, email)
    const wrong = { token, otp_code: anotherThan(otp_code) }
    expect((await send('POST', 'forgot_password/otp_confirmation', place(wrong))).body.errors).toEqual([
      { otp_code: 'OTP is not valid.' },
    ])
    const right = await send('POST', 'forgot_password/otp_confirmation', place({ token, otp_code }))
    const fields = {
      token: right.body.meta.token,
      new_password: 'Other7horses',
      confirm_password: 'Other7horses',
    }
    expect((await send('POST', 'forgot_password/password', place(fields))).status).toBe(200)
    const login = { data: { attributes: { email, password: 'Other7horses' } } }
    expect((await send('POST', 'login/login', login)).status).toBe(200)
  })
})

describe('the profile', () => {
  const own = (method: Method, path: string, body?: unknown) => send(method, path, body, sam.api.token ?? '')

  test('changes only the sent fields, below data or data.attributes', async () => {
    await own('PUT', 'profile/profile', { data: { first_name: 'Nora' } })
    const changed = await own('PUT', 'profile/profile', { data: { attributes: { company_name: 'Acme' } } })
    expect(changed.body.data.attributes).toMatchObject({
      first_name: 'Nora',
      last_name: 'Rivera',
      company_name: 'Acme',
      email: sam.email,
      type: 'EmailAccount',
    })
    expect((await own('GET', `account_block/accounts/${sam.id}`)).body.data).toEqual(
      (await own('GET', 'profile/profile')).body.data,
    )
  })

  test('a whole form sent back as it was read changes nothing', async () => {
    const form = new FormData()
    for (const name of ['country_code', 'phone_number']) form.append(`data[${name}]`, '')
    form.append('data[first_name]', 'Nora')
    const encoded = new Response(form)
    const { statusCode } = await here.app.inject({
      method: 'PUT',
      url: `/api/account_block/accounts/${sam.id}`,
      headers: { token: sam.api.token ?? '', 'content-type': encoded.headers.get('content-type') ?? '' },
      payload: Buffer.from(await encoded.arrayBuffer()),
    })
    expect(statusCode).toBe(200)
  })

  test.each([
    ['PATCH', 'profile/password'],
    ['POST', 'bx_block_forgot_password/change_password'],
  ] as const)('%s %s reports errors as errors[0].password', async (method, path) => {
    const fit = { new_password: 'Other7horses', confirm_password: 'Other7horses' }
    const token = sam.api.token
    for (const [attributes, password] of [
      [{ token }, 'New password not valid.'],
      [{ token, ...fit }, 'Current password not valid.'],
      [{ token, ...fit, old_password: 'Wrong7horse' }, 'Current password not valid.'],
    ] as const)
      expect((await own(method, path, { data: { attributes } })).body.errors).toEqual([{ password }])
  })

  test('a token in the body is ignored', async () => {
    const attributes = {
      token: sam.api.token,
      old_password: goodPassword,
      new_password: 'Other7horses',
      confirm_password: 'Other7horses',
    }
    const refused = await send('PATCH', 'profile/password', { data: { attributes } })
    expect([refused.status, refused.body.errors]).toEqual([401, [{ token: 'Session Expired' }]])
  })

  test('the photo is deleted by account id, and the account with or without an id', async () => {
    const leaver = await here.make.account()
    const token = leaver.api.token ?? ''
    const removed = await send(
      'DELETE',
      `account_block/accounts/remove_profile_image?account_id=${leaver.id}`,
      undefined,
      token,
    )
    expect([removed.status, removed.body.data.attributes.photo]).toEqual([200, null])
    expect((await send('DELETE', 'account_block/accounts', undefined, token)).status).toBe(200)
    expect((await send('GET', 'profile/profile', undefined, token)).status).toBe(401)
  })
})

describe('data for the screens', () => {
  test('three validation fields, countries, error texts of the login', async () => {
    const [rules] = (await send('GET', 'profile/validations')).body.data
    expect(Object.keys(rules)).toEqual([
      'password_validation_regexp',
      'password_validation_rules',
      'email_validation_regexp',
    ])
    expect(new RegExp(rules.password_validation_regexp).test(goodPassword)).toBe(true)
    const { data } = (await send('GET', 'account/accounts/country_code_and_flag')).body
    expect(data).toContainEqual(
      expect.objectContaining({
        id: 'US',
        attributes: { emoji_flag: '🇺🇸', name: 'United States', country_code: '1' },
      }),
    )
    const texts = (await send('GET', 'login/validations')).body.data
    expect(texts).toContainEqual({ message: 'Please enter your login credentials' })
  })

  test('terms can be read and answered', async () => {
    const token = sam.api.token ?? ''
    const latest = await send('GET', 'terms_and_conditions/latest_record')
    const { id, attributes } = latest.body.terms_and_condition.data
    expect(attributes.description).toContain('<p>')
    for (const is_accepted of [false, true]) {
      const answered = await send(
        'POST',
        'terms_and_conditions/accept_and_reject',
        { id, is_accepted },
        token,
      )
      expect([answered.status, answered.body.data.attributes.is_accepted]).toEqual([200, is_accepted])
    }
    const policy = await send('GET', 'bx_block_privacy_policy/privacy_policy')
    expect(policy.body.privacy_policy.data.attributes.description).toContain('<p>')
  })
})
