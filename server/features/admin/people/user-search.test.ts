import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchUsers } from '#contract/admin/admin.ts'
import { limits } from '#contract/limits.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
let ada: MadeAccount
let zoe: MadeAccount
beforeAll(async () => {
  here = await testApp()
  ada = await here.make.account({ role: 'admin', firstName: 'Ada' })
  zoe = await here.make.account({ firstName: 'Zoë' })
  const known = {
    last_name: 'Underhill',
    full_phone_number: '+15550177',
    country_code: '1',
    phone_number: '5550177',
  }
  await here.context.db.updateTable('account').set(known).where('id', '=', zoe.id).execute()
})
afterAll(() => here.close())

async function search(query: { first_name?: string; last_name?: string }, by = ada.api) {
  // Each in its own minute.
  here.passTime(3_000)
  return by.call(searchUsers, { query })
}
async function found(query: { first_name?: string; last_name?: string }) {
  const { accounts } = (await search(query)).body
  return typeof accounts === 'string' ? accounts : accounts.data.map(({ id }) => id)
}

test('only an administrator searches people', async () => {
  const restricted = await here.make.account({ role: 'admin', passwordIsOwn: false })
  for (const [api, status] of [
    [here.api, 401],
    [zoe.api, 403],
    [restricted.api, 403],
  ] as const) {
    const refused = await search({ first_name: 'Zoë' }, api)
    expect(refused.status).toBe(status)
    expect(JSON.stringify(refused.body)).not.toContain('example.com')
  }
})

test('returns the specified fields, at both addresses', async () => {
  const first = await search({ first_name: 'zo' })
  expect(first.body).toEqual({
    accounts: {
      data: [
        {
          id: zoe.id,
          type: 'EmailAccount',
          attributes: {
            first_name: 'Zoë',
            last_name: 'Underhill',
            user_name: 'Zoë_Underhill',
            email: zoe.email,
            phone_number: '5550177',
            country_code: '1',
            device_id: null,
            created_at: expect.any(String),
          },
        },
      ],
    },
  })
  const other = await ada.api.call(searchUsers, { query: { first_name: 'zo' } }, { alias: 0 })
  expect(other.body).toEqual(first.body)
})

test('searches by both names, one of them, or neither', async () => {
  expect(await found({ first_name: 'zo', last_name: 'HILL' })).toEqual([zoe.id])
  expect(await found({ last_name: 'underhill' })).toEqual([zoe.id])
  expect(await found({ first_name: 'Ada', last_name: 'Underhill' })).toBe(
    'Nothing Found, please try other search criteria',
  )
  expect(await found({ first_name: '%%' })).toBe('Nothing Found, please try other search criteria')
  expect(await found({})).toEqual([])
  expect(await found({ first_name: '  ', last_name: '' })).toEqual([])
})

test('needs at least two letters', async () => {
  const refused = await search({ first_name: 'Zoë', last_name: 'U' })
  expect([refused.status, refused.errors]).toEqual([422, [{ last_name: 'Please enter at least 2 letters' }]])
})

test('returns twenty rows at most, and no deleted ones', async () => {
  const many = Array.from({ length: 22 }, (_, n) => ({
    id: crypto.randomUUID(),
    email: `crowd${n}@example.com`,
    first_name: 'Crowd',
    last_name: `Member ${n}`,
    deleted_at: n === 0 ? new Date() : null,
  }))
  await here.context.db.insertInto('account').values(many).execute()
  expect(await found({ first_name: 'crowd' })).toHaveLength(limits.userSearchRows)
  expect(await found({ first_name: 'crowd', last_name: 'member 0' })).toBe(
    'Nothing Found, please try other search criteria',
  )
})

test('is limited to thirty a minute per administrator; an empty search does not count', async () => {
  const bo = await here.make.account({ role: 'admin' })
  for (let n = 0; n < limits.userSearchesPerMinute; n++) {
    await bo.api.call(searchUsers, { query: {} })
    expect((await bo.api.call(searchUsers, { query: { first_name: 'zo' } })).status).toBe(200)
  }
  const refused = await bo.api.call(searchUsers, { query: { first_name: 'zo' } })
  expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  expect((await search({ first_name: 'zo' })).status).toBe(200)
})
