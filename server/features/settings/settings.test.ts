import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeSettings, settings } from '#contract/accounts/settings.ts'
import { usualSettings } from '#contract/accounts/settings-choices.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
beforeAll(async () => {
  here = await testApp()
})
afterAll(() => here.close())

type Attributes = Parameters<typeof change>[1]

async function change(
  account: MadeAccount,
  attributes: Partial<typeof usualSettings>,
  changed_at: Partial<Record<keyof typeof usualSettings, string>> = {},
) {
  return account.api.call(changeSettings, { body: { data: { attributes, changed_at } } })
}

async function read(account: MadeAccount) {
  return (await account.api.call(settings, {})).body.data.attributes
}

/** As another client might send it. */
async function sendRaw(account: MadeAccount, payload: unknown) {
  return here.app.inject({
    method: 'PATCH',
    url: '/api/profile/settings',
    headers: { token: account.api.token ?? '', 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  })
}

describe('access', () => {
  test('requires a session with a changed password', async () => {
    const newcomer = await here.make.account({ passwordIsOwn: false })
    for (const [api, status] of [
      [here.api, 401],
      [newcomer.api, 403],
    ] as const) {
      expect((await api.call(settings, {})).status).toBe(status)
      const refused = await api.call(changeSettings, { body: { data: { attributes: { theme: 'dark' } } } })
      expect([refused.status, Object.keys(refused.errors[0] ?? {})]).toEqual([status, ['token']])
    }
  })

  test('everyone has their own settings', async () => {
    const [one, other] = [await here.make.account(), await here.make.account()]
    await change(one, { theme: 'dark', text_size: 150 })
    expect(await read(other)).toEqual({ ...usualSettings, changed_at: {} })
  })
})

test('chosen settings apply on every device, others stay at the default', async () => {
  const account = await here.make.account()
  const chosen: Attributes = { language: 'es', units: 'metric' }
  const changed = await change(account, chosen)
  expect(changed).toMatchObject({ status: 200, body: { data: { type: 'settings', id: account.id } } })
  expect(await read(account)).toEqual({
    ...usualSettings,
    ...chosen,
    changed_at: { language: expect.any(String), units: expect.any(String) },
  })
})

describe('of two changes the later one wins', () => {
  test('even if it arrives first', async () => {
    const account = await here.make.account()
    await change(account, { theme: 'dark' }, { theme: '2026-05-01T11:00:00Z' })
    // Set earlier on a device that was offline until now.
    const late = await change(
      account,
      { theme: 'light', text_size: 125 },
      { theme: '2026-05-01T12:30:00+02:00', text_size: '2026-05-01T10:30:00Z' },
    )
    expect(late.body.data.attributes).toMatchObject({ theme: 'dark', text_size: 125 })
    await change(account, { theme: 'light' }, { theme: '2026-05-01T11:00:01Z' })
    expect(await read(account)).toMatchObject({ theme: 'light', text_size: 125 })
  })

  test('a clock that is ahead does not win for ever', async () => {
    const account = await here.make.account()
    await change(account, { units: 'metric' }, { units: '2199-01-01T00:00:00Z' })
    here.passTime(1_000)
    await change(account, { units: 'imperial' })
    expect((await read(account)).units).toBe('imperial')
  })

  test('two at the same moment lose nothing of each other', async () => {
    const account = await here.make.account()
    await Promise.all([
      change(account, { theme: 'dark' }),
      change(account, { text_size: 112 }),
      change(account, { units: 'metric' }),
      change(account, { dictation_language: 'es-MX' }),
    ])
    expect(await read(account)).toMatchObject({
      theme: 'dark',
      text_size: 112,
      units: 'metric',
      dictation_language: 'es-MX',
    })
  })
})

test.each([
  [{ data: { attributes: { theme: 'sepia' } } }],
  [{ data: { attributes: { text_size: 900 } } }],
  [{ data: { attributes: { text_size: '150' } } }],
  [{ data: { attributes: { language: 'de' } } }],
  [{ data: { attributes: { dictation_language: 'xx; drop' } } }],
  [{ data: { attributes: { units: null } } }],
  [{ data: { attributes: { theme: 'dark', role: 'admin' } } }],
  [{ data: { attributes: { theme: 'dark' }, changed_at: { theme: 'yesterday' } } }],
  [{ data: { attributes: { theme: 'dark' }, changed_at: { colour: '2026-05-01T11:00:00Z' } } }],
  [{ data: { attributes: { ['__proto__']: { theme: 'dark' } }, constructor: {} } }],
])('what is no choice is refused whole: %#', async (payload) => {
  const account = await here.make.account()
  const refused = await sendRaw(account, payload)
  expect([400, 422]).toContain(refused.statusCode)
  expect(await read(account)).toEqual({ ...usualSettings, changed_at: {} })
})

test('a body far larger than settings is refused before it is parsed', async () => {
  const account = await here.make.account()
  const payload = { data: { attributes: { theme: 'dark' }, note: 'x'.repeat(1_000_000) } }
  expect((await sendRaw(account, payload)).statusCode).toBe(413)
  expect(await read(account)).toEqual({ ...usualSettings, changed_at: {} })
})

test('invalid stored values are not returned', async () => {
  const account = await here.make.account()
  await here.context.db
    .updateTable('account')
    .set({
      settings: JSON.stringify({ theme: 'neon', units: 'metric', changed_at: 'never', more: { a: 1 } }),
    })
    .where('id', '=', account.id)
    .execute()
  expect(await read(account)).toEqual({ ...usualSettings, units: 'metric', changed_at: {} })
  expect((await change(account, { theme: 'light' })).status).toBe(200)
})

test('the same operation twice is one', async () => {
  const account = await here.make.account()
  const key = crypto.randomUUID()
  const body = { data: { attributes: { theme: 'dark' as const } } }
  const first = await account.api.call(changeSettings, { body }, { key })
  await change(account, { theme: 'light' })
  const again = await account.api.call(changeSettings, { body }, { key })
  expect(again.body).toEqual(first.body)
  expect((await read(account)).theme).toBe('light')
  const other = { data: { attributes: { theme: 'system' as const } } }
  expect((await account.api.call(changeSettings, { body: other }, { key })).status).toBe(422)
})
