import { v7 as newId, v4 as newKey } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logIn, profile, signUp } from '#contract/accounts/accounts.ts'
import { deleteAccount } from '#contract/accounts/profile.ts'
import { auditLog, changeAccountAccess, listAccounts, restoreAccount } from '#contract/admin/admin.ts'
import { guestInfo } from '#contract/sharing/guests.ts'
import { surveyDetail } from '#contract/surveys/surveys.ts'
import { issueCode } from '#server/features/codes/code.ts'
import { issueLink } from '#server/features/codes/mailed-link.ts'
import { goodPassword, type MadeAccount } from '#server/testing/make.ts'
import { share } from '#server/testing/shared-survey.ts'
import { addSampleTemplate, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp, testAppForThisTest } from '#server/testing/test-app.ts'

let here: TestApp
let ada: MadeAccount
let sam: MadeAccount
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  ada = await here.make.account({ role: 'admin', firstName: 'Ada' })
  sam = await here.make.account({ firstName: 'Sam' })
})
afterAll(() => here.close())

type Change = { role?: 'admin' | 'surveyor'; disabled?: boolean }
const change = (by: MadeAccount, id: string, body: Change, key?: string) =>
  by.api.call(changeAccountAccess, { params: { id }, body }, key === undefined ? {} : { key })
const standing = async (id: string, at = here) => {
  const row = await at.context.db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return [row.role, row.disabled_at !== null]
}
const namesIn = (body: { data: readonly { attributes: { first_name: string } }[] }) =>
  body.data.map(({ attributes }) => attributes.first_name)

test('only an administrator with a full session sees or changes accounts', async () => {
  const restricted = await here.make.account({ role: 'admin', passwordIsOwn: false })
  for (const api of [here.api, sam.api, restricted.api]) {
    const answers = [
      await api.call(listAccounts, { query: {} }),
      await api.call(changeAccountAccess, { params: { id: ada.id }, body: { disabled: true } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual(api === here.api ? [401, 401] : [403, 403])
  }
  expect(await standing(ada.id)).toEqual(['admin', false])
})

test('sign-up cannot create an administrator', async () => {
  const attributes = {
    first_name: 'Eve',
    last_name: 'Climb',
    email: 'climb@example.com',
    password: goodPassword,
  }
  const body = { data: { type: 'email_account' as const, attributes: { ...attributes, role: 'admin' } } }
  await here.api.call(signUp, { body })
  const { body: found } = await ada.api.call(listAccounts, { query: { search_query: 'climb@' } })
  expect(found.data[0]?.attributes.role).toBe('surveyor')
})

describe('the list', () => {
  test('shows account data without surveys or secrets', async () => {
    const nell = await here.make.account({ firstName: 'Nellie' })
    const survey = await startSurvey(nell, { name: 'Secret House' })
    const { status, body } = await ada.api.call(listAccounts, { query: { search_query: nell.email } })
    expect([status, body.meta]).toEqual([200, { total_pages: 1, total_count: 1, current_page: 1 }])
    expect(body.data[0]).toEqual({
      id: nell.id,
      type: 'account',
      attributes: {
        first_name: 'Nellie',
        last_name: 'Rivera',
        email: nell.email,
        full_phone_number: '',
        type: 'EmailAccount',
        role: 'surveyor',
        is_disabled: false,
        is_deleted: false,
        restorable_until: null,
        is_invited: false,
        may_make_templates: false,
        invitation_ends_at: null,
        created_at: expect.any(String),
        last_seen_at: expect.any(String),
      },
    })
    const said = JSON.stringify(body)
    for (const secret of [survey.id, 'Secret House', 'argon2', nell.api.token ?? ''])
      expect(said).not.toContain(secret)
  })

  test('finds by parts of names, email, phone and by id; wildcards are plain characters', async () => {
    const zoe = await here.make.account({ firstName: 'Zoë' })
    const phone = { full_phone_number: '+15550177' }
    await here.context.db.updateTable('account').set(phone).where('id', '=', zoe.id).execute()
    for (const search_query of [
      'zoë',
      'ZOE',
      'z\u200boe  riv',
      'oë riv',
      zoe.email.toUpperCase(),
      '550177',
      zoe.id,
    ])
      expect(
        namesIn((await ada.api.call(listAccounts, { query: { search_query } })).body),
        search_query,
      ).toEqual(['Zoë'])
    for (const search_query of ['%', '_', "' or 1=1 --", 'zoë%'])
      expect((await ada.api.call(listAccounts, { query: { search_query } })).body.data, search_query).toEqual(
        [],
      )
  })

  test('pages, by name; deleted accounts are left out', async () => {
    const own = await testAppForThisTest()
    const boss = await own.make.account({ role: 'admin', firstName: 'boss' })
    for (const firstName of ['cleo', 'Anna', 'Bert']) await own.make.account({ firstName })
    const gone = await own.make.account({ firstName: 'Gone' })
    await own.context.db
      .updateTable('account')
      .set({ deleted_at: new Date() })
      .where('id', '=', gone.id)
      .execute()
    const first = await boss.api.call(listAccounts, { query: { per_page: '3' } })
    expect([namesIn(first.body), first.body.meta]).toEqual([
      ['Anna', 'Bert', 'boss'],
      { total_pages: 2, total_count: 4, current_page: 1 },
    ])
    expect(
      namesIn((await boss.api.call(listAccounts, { query: { per_page: '3', page: '2' } })).body),
    ).toEqual(['cleo'])
    expect((await boss.api.call(listAccounts, { query: { page: '99' } })).body.data).toEqual([])
    expect((await boss.api.call(listAccounts, { query: { per_page: '1000000' } })).body.data).toHaveLength(4)
    expect((await boss.api.call(listAccounts, { query: { page: 'two' } })).status).toBe(422)
    const admins = await boss.api.call(listAccounts, { query: { role: 'admin' } })
    expect(namesIn(admins.body)).toEqual(['boss'])
  })
})

describe('disabling', () => {
  test('ends all sessions and guest links, and enabling the account brings neither back', async () => {
    const nell = await here.make.account()
    const link = await share(nell, (await startSurvey(nell)).id)
    const guest = async () => (await here.api.call(guestInfo, { query: { guest_survey_id: link.id } })).status
    expect(await guest()).toBe(200)
    const { status, body } = await change(ada, nell.id, { disabled: true })
    expect([status, body.data.attributes.is_disabled]).toEqual([200, true])
    expect(await guest()).toBe(410)
    expect((await nell.api.call(profile, {})).status).toBe(401)
    const listed = await ada.api.call(listAccounts, { query: { state: 'disabled' } })
    expect(listed.body.data.map(({ id }) => id)).toContain(nell.id)
    await change(ada, nell.id, { disabled: false })
    expect(await guest()).toBe(410)
    expect((await nell.api.call(profile, {})).status).toBe(401)
  })

  test('ends pending links and codes for good', async () => {
    const nell = await here.make.account()
    const { context } = here
    const { db } = context
    for (const purpose of ['reset', 'new-email', 'join-social'] as const)
      await issueLink(context, db, { purpose, accountId: nell.id, life: 60_000 }, new Date())
    const code = { purpose: 'new-phone', target: '+15550100', accountId: nell.id } as const
    await issueCode(context, db, code, new Date())
    await change(ada, nell.id, { disabled: true })
    for (const table of ['mailed_link', 'code'] as const)
      expect(await db.selectFrom(table).select('id').where('account_id', '=', nell.id).execute()).toEqual([])
  })

  test('is recorded with its author, as is a role, but not if nothing changes', async () => {
    const nell = await here.make.account()
    await change(ada, nell.id, { disabled: true, role: 'admin' })
    await change(ada, nell.id, { disabled: true, role: 'admin' })
    await change(ada, nell.id, {})
    await change(ada, nell.id, { disabled: false, role: 'surveyor' })
    const { body } = await ada.api.call(auditLog, { query: { account_id: nell.id } })
    const done = body.data.filter(({ attributes }) => attributes.account_id === ada.id)
    expect(done.map(({ attributes }) => [attributes.action, attributes.detail])).toEqual([
      ['account.enabled', {}],
      ['role.changed', { from: 'admin', to: 'surveyor' }],
      ['account.disabled', {}],
      ['role.changed', { from: 'surveyor', to: 'admin' }],
    ])
    expect(done[0]?.attributes).toMatchObject({ account_name: 'Ada Rivera', target_name: 'Sam Rivera' })
  })

  test('an account that does not exist is not found; the same key does it once', async () => {
    expect((await change(ada, newId(), { disabled: true })).status).toBe(404)
    const nell = await here.make.account()
    const key = newKey()
    const [first, again] = [
      await change(ada, nell.id, { role: 'admin' }, key),
      await change(ada, nell.id, { role: 'admin' }, key),
    ]
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
    expect((await change(ada, nell.id, { role: 'surveyor' }, key)).status).toBe(422)
    expect(await standing(nell.id)).toEqual(['admin', false])
  })
})

describe('bringing back', () => {
  const back = (by: MadeAccount['api'], id: string) => by.call(restoreAccount, { params: { id } })
  const listed = async (id: string) =>
    (await ada.api.call(listAccounts, { query: { search_query: id, state: 'deleted' } })).body.data[0]

  test('a deleted account has its surveys and its login again; once, and recorded', async () => {
    const nell = await here.make.account()
    const survey = await startSurvey(nell)
    await nell.api.call(deleteAccount, { params: { id: nell.id } })
    expect((await listed(nell.id))?.attributes).toMatchObject({ is_deleted: true, email: nell.email })
    for (const api of [here.api, sam.api]) expect((await back(api, nell.id)).status).not.toBe(200)
    const answers = await Promise.all([back(ada.api, nell.id), back(ada.api, nell.id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await listed(nell.id)).toBeUndefined()
    const { body } = await here.api.call(logIn, {
      body: { data: { attributes: { email: nell.email, password: goodPassword } } },
    })
    const again = here.api.withToken(body.meta.token)
    expect((await again.call(surveyDetail, { params: { id: survey.id } })).status).toBe(200)
    const log = await ada.api.call(auditLog, { query: { account_id: nell.id, action: 'account.restored' } })
    expect(log.body.data.map(({ attributes }) => attributes.account_id)).toEqual([ada.id])
  })

  test('is refused if the address now belongs to someone else, and if there is no such account', async () => {
    const nell = await here.make.account()
    await nell.api.call(deleteAccount, { params: { id: nell.id } })
    const attributes = { first_name: 'Nell', last_name: 'Vance', email: nell.email, password: 'Hillhouse59' }
    await here.api.call(signUp, { body: { data: { type: 'email_account', attributes } } })
    const taken = await back(ada.api, nell.id)
    expect([taken.status, taken.errors]).toEqual([
      422,
      [{ message: 'The address or phone number now belongs to another account.' }],
    ])
    expect((await back(ada.api, newId())).status).toBe(404)
    expect((await back(ada.api, sam.id)).status).toBe(200)
  })
})

describe('roles', () => {
  test('take effect at once, in open sessions', async () => {
    const nell = await here.make.account()
    await change(ada, nell.id, { role: 'admin' })
    expect((await nell.api.call(listAccounts, { query: {} })).status).toBe(200)
    await change(ada, nell.id, { role: 'surveyor' })
    expect((await nell.api.call(listAccounts, { query: {} })).status).toBe(403)
  })

  test('rejects removing one’s own rights or the last administrator’s', async () => {
    const own = await testAppForThisTest()
    const boss = await own.make.account({ role: 'admin' })
    for (const body of [{ role: 'surveyor' as const }, { disabled: true }]) {
      const last = await change(boss, boss.id, body)
      expect([last.status, last.errors]).toEqual([
        422,
        [{ message: 'This is the last administrator. Make someone else an administrator first.' }],
      ])
    }
    await own.make.account({ role: 'admin' })
    for (const body of [{ role: 'surveyor' as const }, { disabled: true }]) {
      const self = await change(boss, boss.id, body)
      expect([self.status, self.errors]).toEqual([
        422,
        [{ message: 'You cannot do this to your own account. Ask another administrator.' }],
      ])
    }
    expect(await standing(boss.id, own)).toEqual(['admin', false])
    expect((await change(boss, boss.id, { role: 'admin', disabled: false })).status).toBe(200)
  })

  test('a disabled administrator does not count', async () => {
    const own = await testAppForThisTest()
    const [boss, other] = [
      await own.make.account({ role: 'admin' }),
      await own.make.account({ role: 'admin' }),
    ]
    await change(boss, other.id, { disabled: true })
    expect((await change(boss, boss.id, { role: 'surveyor' })).errors).toEqual([
      { message: 'This is the last administrator. Make someone else an administrator first.' },
    ])
  })

  test.each<[string, Change]>([
    ['demote', { role: 'surveyor' }],
    ['disable', { disabled: true }],
  ])('of two administrators who %s each other at once one stays', async (_, body) => {
    const own = await testAppForThisTest()
    for (let round = 0; round < 5; round++) {
      const [one, two] = [
        await own.make.account({ role: 'admin' }),
        await own.make.account({ role: 'admin' }),
      ]
      const answers = await Promise.all([change(one, two.id, body), change(two, one.id, body)])
      const done = answers.filter(({ status }) => status === 200)
      expect(done).toHaveLength(1)
      const live = await own.context.db
        .selectFrom('account')
        .select('id')
        .where('role', '=', 'admin')
        .where('disabled_at', 'is', null)
        .where('id', 'in', [one.id, two.id])
        .execute()
      expect(live).toHaveLength(1)
      await own.context.db.updateTable('account').set({ role: 'surveyor' }).execute()
    }
  })
})
