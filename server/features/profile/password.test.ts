import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { logIn, profile, resetPassword } from '#contract/accounts/accounts.ts'
import { changePassword, changePasswordByPost, changeProfile } from '#contract/accounts/profile.ts'
import { setPasswordByCode } from '#contract/accounts/recovery.ts'
import { limits } from '#contract/limits.ts'
import { listSurveys } from '#contract/surveys/surveys.ts'
import { issueLink, liveLink } from '#server/features/codes/mailed-link.ts'
import { goodPassword, type MadeAccount } from '#server/testing/make.ts'
import { messagesTo } from '#server/testing/outbox.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
beforeAll(async () => {
  here = await testApp()
})
afterAll(() => here.close())
beforeEach(() => here.context.db.deleteFrom('rate').execute())

const next = 'Hillhouse59'

function given(more: object = {}) {
  const attributes = { old_password: goodPassword, new_password: next, confirm_password: next, ...more }
  return { body: { data: { attributes } } }
}

function enter(email: string, password: string) {
  return here.api.call(logIn, { body: { data: { attributes: { email, password } } } })
}

async function audited(one: MadeAccount): Promise<string[]> {
  const rows = await here.context.db
    .selectFrom('audit')
    .select('action')
    .where('account_id', '=', one.id)
    .where('action', 'like', 'password.%')
    .orderBy('id')
    .execute()
  return rows.map(({ action }) => action)
}

describe.each([
  ['PATCH', changePassword],
  ['POST', changePasswordByPost],
] as const)('by %s', (_, endpoint) => {
  test('takes effect at once, keeps this session, ends all others and notifies the owner', async () => {
    const one = await here.make.account()
    const other = await enter(one.email, goodPassword)
    const asked = { purpose: 'reset' as const, accountId: one.id, life: 60_000 }
    const link = await issueLink(here.context, here.context.db, asked, new Date())
    const changed = await one.api.call(endpoint, given({ token: 'whatever' }))
    expect([changed.status, changed.body]).toEqual([
      200,
      { data: { message: 'Your password has been successfully changed' } },
    ])
    expect((await one.api.call(profile, {})).status).toBe(200)
    expect((await here.api.withToken(other.body.meta.token).call(profile, {})).status).toBe(401)
    expect((await enter(one.email, goodPassword)).status).toBe(401)
    expect((await enter(one.email, next)).status).toBe(200)
    expect(await liveLink(here.context.db, 'reset', link.token, new Date())).toBe(null)
    expect((await messagesTo(here, one.email)).map(({ subject }) => subject)).toEqual([
      'Your password was changed',
    ])
    expect(await audited(one)).toEqual(['password.changed'])
  })

  test.each([
    [{ old_password: 'Wrong7horse' }, 'Current password not valid.'],
    [{ old_password: '' }, 'Current password not valid.'],
    [
      { new_password: goodPassword, confirm_password: goodPassword },
      'New password cannot match current password.',
    ],
    [{ new_password: 'short', confirm_password: 'short' }, 'New password not valid.'],
    [{ confirm_password: 'Hillhouse60' }, "New password and confirm new password doesn't match."],
    [
      { new_password: 'Password1', confirm_password: 'Password1' },
      'This password is one of the most commonly guessed. Please choose another one.',
    ],
  ])('%o: %s', async (wrong, words) => {
    const one = await here.make.account()
    const refused = await one.api.call(endpoint, given(wrong))
    expect([refused.status, refused.errors[0]]).toEqual([422, { password: words }])
    expect((await enter(one.email, goodPassword)).status).toBe(200)
  })
})

const tooLong = `Aa1${'x'.repeat(limits.passwordMax)}`

test.each(['short', 'lower7case', tooLong])(
  'every call reports an invalid new password as `password`: %s',
  async (unfit) => {
    const one = await here.make.account()
    const attributes = { old_password: goodPassword, new_password: unfit, confirm_password: unfit }
    const data = { current_password: goodPassword, new_password: unfit }
    const token = 'x'.repeat(43)
    const refused = [
      await one.api.call(changePassword, { body: { data: { attributes } } }),
      await one.api.call(changePasswordByPost, { body: { data: { attributes } } }),
      await one.api.call(changeProfile, { body: { data } }),
      await one.api.call(changeProfile, { body: { data: { attributes: data } } }),
      await here.api.call(resetPassword, { body: { data: { attributes: { ...attributes, token } } } }),
      await here.api.call(setPasswordByCode, {
        body: { token, new_password: unfit, confirm_password: unfit },
      }),
    ]
    for (const { status, errors } of refused)
      expect([status, errors]).toEqual([422, [{ password: 'New password not valid.' }]])
  },
)

test('a current password longer than allowed is reported as `password`, too', async () => {
  const one = await here.make.account()
  const refused = await one.api.call(changePassword, given({ old_password: tooLong }))
  expect([refused.status, refused.errors]).toEqual([422, [{ password: 'Current password not valid.' }]])
})

test('an account without a password has none to change', async () => {
  const one = await here.make.account()
  await here.context.db
    .updateTable('account')
    .set({ password_hash: null, type: 'SocialAccount' })
    .where('id', '=', one.id)
    .execute()
  for (const refused of [
    await one.api.call(changePassword, given()),
    await one.api.call(changeProfile, {
      body: { data: { current_password: goodPassword, new_password: next } },
    }),
  ])
    expect([refused.status, refused.errors]).toEqual([422, [{ password: 'This account has no password.' }]])
})

test('a session that waits for the first password opens everything afterwards', async () => {
  const one = await here.make.account({ passwordIsOwn: false })
  const list = () => one.api.call(listSurveys, { query: {} })
  expect((await list()).status).toBe(403)
  expect((await one.api.call(changePassword, given())).status).toBe(200)
  expect((await list()).status).toBe(200)
})

test('guesses are counted by account and address, and the owner elsewhere is not locked out', async () => {
  const one = await here.make.account()
  const guess = () => one.api.call(changePassword, given({ old_password: 'Wrong7horse' }))
  const guesses = await Promise.all(Array.from({ length: 12 }, guess))
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(2)
  const locked = await one.api.call(changePassword, given())
  expect([locked.status, Number(locked.headers['retry-after']) > 0]).toEqual([429, true])
  const [refused] = await audited(one)
  expect(refused).toBe('password.refused')
  const elsewhere = await here.app.inject({
    method: 'PATCH',
    url: '/api/profile/password',
    headers: { token: one.api.token ?? '' },
    remoteAddress: '198.51.100.7',
    payload: given().body,
  })
  expect(elsewhere.statusCode).toBe(200)
})

test('of two changes at once only one takes effect', async () => {
  const one = await here.make.account()
  const both = await Promise.all(
    ['Hillhouse59', 'Hillhouse60'].map((fresh) =>
      one.api.call(changePassword, given({ new_password: fresh, confirm_password: fresh })),
    ),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
})

test('the profile form changes it with the rest, or changes nothing', async () => {
  const one = await here.make.account()
  const data = { first_name: 'Nell', current_password: 'Wrong7horse', new_password: next }
  expect((await one.api.call(changeProfile, { body: { data } })).errors).toEqual([
    { password: 'Current password not valid.' },
  ])
  expect((await one.api.call(profile, {})).body.data.attributes.first_name).toBe('Sam')
  const changed = await one.api.call(changeProfile, {
    body: { data: { ...data, current_password: goodPassword } },
  })
  expect(changed.body.data.attributes.first_name).toBe('Nell')
  expect((await enter(one.email, next)).status).toBe(200)
})
