import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn, signUp } from '#contract/accounts/accounts.ts'
import {
  accountGroup,
  accountGroups,
  answerTerms,
  changeTerms,
  latestTerms,
  listTerms,
  termsDetail,
  termsStanding,
} from '#contract/admin/legal.ts'
import { goodPassword, type MadeAccount } from '#server/testing/make.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
let admin: MadeAccount
beforeAll(async () => {
  here = await testApp()
  admin = await here.make.account({ role: 'admin', firstName: 'Ada' })
})
afterAll(() => here.close())

const noId = '019b0000-0000-7000-8000-000000000000'
let edits = 0

/** A new version, which only its writer has accepted. */
async function change(): Promise<string> {
  const body = { data: { attributes: { description: `Rules ${++edits}` } } }
  return (await admin.api.call(changeTerms, { body })).body.terms_and_condition.data.id
}

async function standing({ api }: Pick<MadeAccount, 'api'>) {
  return (await api.call(termsStanding, {})).body.data
}

const answer = ({ api }: Pick<MadeAccount, 'api'>, id: string, is_accepted: boolean) =>
  api.call(answerTerms, { body: { id, is_accepted } })

async function acceptedBy(id: string, query = {}) {
  return (await admin.api.call(termsDetail, { params: { id }, query })).body
}

async function answersOf(account: Pick<MadeAccount, 'id'>, id: string) {
  return here.context.db
    .selectFrom('legal_answer')
    .select('is_accepted')
    .where('account_id', '=', account.id)
    .where('legal_text_id', '=', id)
    .orderBy('created_at')
    .execute()
}

test('answering, status and groups require a full session', async () => {
  const id = await change()
  const newcomer = await here.make.account({ passwordIsOwn: false })
  for (const api of [here.api, newcomer.api]) {
    const status = api === here.api ? 401 : 403
    expect(await api.call(answerTerms, { body: { id, is_accepted: true } })).toMatchObject({ status })
    expect(await api.call(termsStanding, {})).toMatchObject({ status })
    expect(await api.call(accountGroups, {})).toMatchObject({ status })
  }
  expect(await answersOf(newcomer, id)).toEqual([])
})

test('only admins see acceptances', async () => {
  const id = await change()
  const reader = await here.make.account()
  await answer(reader, id, true)
  const seen = await reader.api.call(termsDetail, { params: { id }, query: {} })
  expect(seen.body.data.attributes).toMatchObject({ is_accepted: true })
  expect(seen.body.data.attributes).not.toHaveProperty('accepted_by')
  expect(seen.body.meta).toMatchObject({ isAdminUser: false, total_count: 0 })
  const list = await reader.api.call(listTerms, { query: {} })
  expect(list.body.meta.isAdminUser).toBe(false)
  expect(list.body.data[0]).toMatchObject({ id, attributes: { is_accepted: true } })
  expect(list.body.data[0]?.attributes).not.toHaveProperty('accepted_count')
  const groups = await reader.api.call(accountGroups, {})
  expect(groups.body.data.map(({ attributes }) => attributes)).toEqual([
    { name: 'admin', is_member: false },
    { name: 'surveyor', is_member: true },
  ])
  const asked = { body: { data: { attributes: { name: 'surveyor' as const } } } }
  expect(await reader.api.call(accountGroup, asked)).toMatchObject({ status: 403 })
  expect(await here.api.call(accountGroup, asked)).toMatchObject({ status: 401 })
})

test('an unknown version, or a privacy policy version, cannot be answered', async () => {
  const reader = await here.make.account()
  const { id } = await here.context.db
    .selectFrom('legal_text')
    .select('id')
    .where('kind', '=', 'privacy')
    .executeTakeFirstOrThrow()
  const unknown = await answer(reader, noId, true)
  expect(unknown.status).toBe(404)
  expect(await answer(reader, id, true)).toMatchObject({ status: 404, body: unknown.body })
  expect(await answersOf(reader, id)).toEqual([])
})

test('signing up accepts the current terms; a change asks again, except its writer', async () => {
  await change()
  const email = 'newcomer@example.com'
  const attributes = { first_name: 'New', last_name: 'Comer', email, password: goodPassword }
  const signed = await here.api.call(signUp, { body: { data: { type: 'email_account', attributes } } })
  expect(signed.status).toBe(201)
  const session = await here.api.call(logIn, {
    body: { data: { attributes: { email, password: goodPassword } } },
  })
  const reader = { id: signed.body.data.id, email, api: here.api.withToken(session.body.meta.token) }
  expect((await standing(reader)).attributes).toMatchObject({ is_accepted: true, must_answer: false })
  const id = await change()
  expect(await standing(reader)).toMatchObject({ id, attributes: { is_accepted: false, must_answer: true } })
  expect((await standing(admin)).attributes).toMatchObject({ is_accepted: true, must_answer: false })
  expect(await answer(reader, id, true)).toMatchObject({
    status: 200,
    body: { data: { id, attributes: { is_accepted: true } } },
  })
  expect((await standing(reader)).attributes).toMatchObject({ is_accepted: true, must_answer: false })
})

test('the initial text requires no answer', async () => {
  const { body } = await here.api.call(latestTerms, {})
  const { db } = here.context
  const newer = await db.selectFrom('legal_text').selectAll().where('version', '>', 1).execute()
  expect(body.terms_and_condition.data.attributes.version).toBeGreaterThan(1)
  await db.deleteFrom('legal_answer').execute()
  await db.deleteFrom('legal_text').where('version', '>', 1).execute()
  const reader = await here.make.account()
  expect((await standing(reader)).attributes).toMatchObject({
    version: 1,
    is_accepted: false,
    must_answer: false,
  })
  await db.insertInto('legal_text').values(newer).execute()
})

test('an acceptance can be withdrawn; each change is a row, repeats are not', async () => {
  const id = await change()
  const reader = await here.make.account()
  for (const word of [true, true, false, true, true]) await answer(reader, id, word)
  expect(await answersOf(reader, id)).toEqual([
    { is_accepted: true },
    { is_accepted: false },
    { is_accepted: true },
  ])
  await answer(reader, id, false)
  expect((await standing(reader)).attributes).toMatchObject({ is_accepted: false, must_answer: true })
  expect((await acceptedBy(id)).data.attributes.accepted_by).toMatchObject([{ email: admin.email }])
  const audit = await here.context.db
    .selectFrom('audit')
    .select('detail')
    .where('action', '=', 'terms.answered')
    .where('account_id', '=', reader.id)
    .orderBy('at')
    .execute()
  expect(audit).toHaveLength(4)
})

test('the same answer many times at once is one row; replays are carried out once', async () => {
  const id = await change()
  const reader = await here.make.account()
  const all = await Promise.all([1, 2, 3, 4].map(() => answer(reader, id, true)))
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await answersOf(reader, id)).toHaveLength(1)
  const key = crypto.randomUUID()
  const body = { id, is_accepted: false }
  const first = await reader.api.call(answerTerms, { body }, { key })
  await answer(reader, id, true)
  expect((await reader.api.call(answerTerms, { body }, { key })).body).toEqual(first.body)
  expect((await standing(reader)).attributes.is_accepted).toBe(true)
  const other = { body: { ...body, is_accepted: true } }
  expect(await reader.api.call(answerTerms, other, { key })).toMatchObject({ status: 422 })
})

test('acceptances can be searched and paged, newest first, without deleted accounts', async () => {
  const id = await change()
  const people = await Promise.all(['Bo', 'Cy', 'Di'].map((firstName) => here.make.account({ firstName })))
  for (const person of people) {
    here.passTime(60_000)
    await answer(person, id, true)
  }
  const { data, meta } = await acceptedBy(id, { per_page: '2' })
  expect(meta).toEqual({ total_pages: 2, total_count: 4, current_page: 1, isAdminUser: true })
  expect(data.attributes.accepted_by?.map(({ name }) => name)).toEqual(['Di Rivera', 'Cy Rivera'])
  expect(data.attributes.accepted_by?.[0]?.accepted_on).toMatch(/^\d{4}-\d{2}-\d{2}T.*Z$/)
  const found = await acceptedBy(id, { search_query: 'bo riv' })
  expect(found.data.attributes.accepted_by).toMatchObject([{ email: people[0]?.email }])
  expect((await acceptedBy(id, { search_query: '%' })).meta.total_count).toBe(0)
  await here.context.db
    .updateTable('account')
    .set({ deleted_at: new Date() })
    .where('id', '=', people[1]?.id ?? '')
    .execute()
  expect((await acceptedBy(id)).meta.total_count).toBe(3)
  const list = await admin.api.call(listTerms, { query: {} })
  expect(list.body.meta.isAdminUser).toBe(true)
  expect(list.body.data[0]).toMatchObject({ id, attributes: { accepted_count: 3 } })
})

test('groups show admins how many accounts have accepted, and which have not', async () => {
  const id = await change()
  const [yes, no] = await Promise.all([
    here.make.account({ firstName: 'Yes' }),
    here.make.account({ firstName: 'Not' }),
  ])
  await answer(yes, id, true)
  const groups = (await admin.api.call(accountGroups, {})).body.data
  expect(groups.map(({ attributes }) => attributes)).toMatchObject([
    { name: 'admin', is_member: true, accounts_count: 1, accepted_count: 1 },
    { name: 'surveyor', is_member: false, accepted_count: 1 },
  ])
  const ask = (search_query: string) =>
    admin.api.call(accountGroup, { body: { data: { attributes: { name: 'surveyor', search_query } } } })
  expect((await ask(no.email)).body.data).toMatchObject([
    { attributes: { is_accepted: false, accepted_on: null } },
  ])
  expect((await ask(yes.email)).body.data).toMatchObject([{ attributes: { is_accepted: true } }])
})

test('every address of the specification answers', async () => {
  const id = await change()
  for (const alias of [0, 1]) {
    expect(await admin.api.call(listTerms, { query: {} }, { alias })).toMatchObject({ status: 200 })
    expect(await admin.api.call(termsDetail, { params: { id }, query: {} }, { alias })).toMatchObject({
      status: 200,
    })
  }
  const body = { data: { attributes: { description: 'By the other address' } } }
  expect(await admin.api.call(changeTerms, { body }, { alias: 0 })).toMatchObject({ status: 201 })
})
