import { v7 as newId, v4 as newKey } from 'uuid'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Contact, listContacts, removeContact, saveContact } from '#contract/accounts/contacts.ts'
import { limits } from '#contract/limits.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import * as data from './data.ts'

vi.mock('./data.ts', { spy: true })

let here: TestApp
beforeAll(async () => {
  here = await testApp()
})
afterAll(() => here.close())

const png = 'data:image/png;base64,iVBORw0KGgo='

async function keep(account: MadeAccount, id: string, card: Partial<Contact>, changed_at?: string) {
  const attributes = { firstName: 'Ana', ...card }
  return account.api.call(saveContact, {
    params: { id },
    body: { data: { attributes, ...(changed_at ? { changed_at } : {}) } },
  })
}

async function own(account: MadeAccount) {
  return (await account.api.call(listContacts, {})).body.data
}

describe('access', () => {
  test('requires a session with a changed password', async () => {
    const newcomer = await here.make.account({ passwordIsOwn: false })
    const id = newId()
    for (const [api, status] of [
      [here.api, 401],
      [newcomer.api, 403],
    ] as const) {
      const body = { data: { attributes: { firstName: 'Ana' } } }
      for (const refused of [
        await api.call(listContacts, {}),
        await api.call(saveContact, { params: { id }, body }),
        await api.call(removeContact, { params: { id } }),
      ])
        expect([refused.status, Object.keys(refused.errors[0] ?? {})]).toEqual([status, ['token']])
    }
  })

  test('other accounts cannot read, change or remove contacts', async () => {
    const [owner, other] = [await here.make.account(), await here.make.account()]
    const id = newId()
    await keep(owner, id, { note: 'Rings twice' }, '2020-01-01T00:00:00Z')
    expect(await own(other)).toEqual([])
    const changed = await keep(other, id, { note: 'Mine now' })
    expect([changed.status, changed.errors[0]]).toMatchObject([409, { id: expect.any(String) }])
    expect((await other.api.call(removeContact, { params: { id } })).status).toBe(404)
    expect((await own(owner)).map(({ attributes }) => attributes.note)).toEqual(['Rings twice'])
  })
})

test('a contact is kept under the device’s id, changed and removed', async () => {
  const account = await here.make.account()
  const id = newId()
  const card = {
    firstName: ' Ana ',
    middleName: 'M.',
    lastName: 'Pérez 🏠',
    organization: 'Hill Homes',
    contactNumber: '+1 201 555 0123',
    email: 'ana@example.com',
    title: 'Superintendent',
    websiteUrl: 'https://example.com',
    note: 'Rings\ntwice',
    birthday: '1980-05-01',
    gender: 'false',
    photo: png,
  } as const
  const kept = await keep(account, id, card)
  const expected = { ...card, firstName: 'Ana', changed_at: expect.any(String) }
  expect(kept).toMatchObject({ status: 200, body: { data: { id, type: 'contact', attributes: expected } } })
  // Again, as after a lost reply.
  await keep(account, id, card)
  await keep(account, id, { organization: 'Hill & Dale' })
  expect((await own(account)).map(({ attributes }) => [attributes.organization, attributes.photo])).toEqual([
    ['Hill & Dale', ''],
  ])
  const removed = await account.api.call(removeContact, { params: { id } })
  expect(removed).toMatchObject({ status: 200, body: { data: { message: 'The contact was removed.' } } })
  expect(await own(account)).toEqual([])
  expect((await account.api.call(removeContact, { params: { id } })).status).toBe(404)
})

test('the later of two changes wins in any order of arrival; a fast clock does not win forever', async () => {
  const account = await here.make.account()
  const id = newId()
  await keep(account, id, { note: 'later' }, '2026-01-02T00:00:00Z')
  const late = await keep(account, id, { note: 'earlier' }, '2026-01-01T00:00:00Z')
  expect(late.body.data.attributes.note).toBe('later')
  await keep(account, id, { note: 'ahead' }, '2199-01-01T00:00:00Z')
  here.passTime(1_000)
  await keep(account, id, { note: 'now' })
  expect((await own(account))[0]?.attributes.note).toBe('now')
})

test('an invalid card is refused with a message', async () => {
  const account = await here.make.account()
  const refusal = async (card: Partial<Contact>) => {
    const { status, errors } = await keep(account, newId(), card)
    return [status, Object.values(errors[0] ?? {})[0]]
  }
  const nameless = 'Please enter a first name, a last name or an organization.'
  expect(await refusal({ firstName: ' ', middleName: 'M.' })).toEqual([422, nameless])
  expect(await refusal({ note: 'x'.repeat(limits.contactNoteMax + 1) })).toEqual([422, 'This is too long.'])
  expect(await refusal({ birthday: '1980-02-30' })).toEqual([422, 'Please enter a valid date.'])
  for (const photo of [
    'https://example.com/a.png',
    'data:image/svg+xml;base64,AAAA',
    'data:image/png;base64,"',
  ])
    expect(await refusal({ photo })).toEqual([
      422,
      'This picture cannot be used. Choose a JPEG or PNG photo.',
    ])
  expect(await own(account)).toEqual([])
})

test('an account has a limit of contacts, even for parallel calls; a known one can still be changed', async () => {
  const account = await here.make.account()
  const ids = Array.from({ length: limits.contactsMax - 1 }, () => newId())
  const row = {
    account_id: account.id,
    card: JSON.stringify({ firstName: 'Ana' }),
    changed_at: '2026-01-01',
    created_at: '2026-01-01',
  }
  await here.context.db
    .insertInto('contact')
    .values(ids.map((id) => ({ id, ...row })))
    .execute()
  const tries = await Promise.all(Array.from({ length: 4 }, () => keep(account, newId(), {})))
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
  expect(await own(account)).toHaveLength(limits.contactsMax)
  expect((await keep(account, ids[0] ?? '', { note: 'Changed' })).status).toBe(200)
})

test('a repeated change gets only its own contact back, however many there are', async () => {
  const mine = await here.make.account()
  const [id, key] = [newId(), newKey()]
  await keep(mine, newId(), { firstName: 'Ben' })
  // Too large to be stored for a replay.
  const body = {
    data: { attributes: { firstName: 'Ana', photo: `${png.slice(0, -1)}${'A'.repeat(8_001)}` } },
  }
  const call = () => mine.api.call(saveContact, { params: { id }, body }, { key })
  const first = await call()
  vi.mocked(data.listContacts).mockClear()
  const again = await call()
  expect([again.status, again.body]).toEqual([first.status, first.body])
  expect(data.listContacts).not.toHaveBeenCalled()
})
