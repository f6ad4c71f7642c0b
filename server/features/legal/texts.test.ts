import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  changePrivacy,
  changeTerms,
  latestTerms,
  listTerms,
  privacyPolicy,
  termsDetail,
} from '#contract/admin/legal.ts'
import { limits } from '#contract/limits.ts'
import { firstTexts } from '#contract/messages/legal-texts.ts'
import { prepareInstallation } from '#server/installation.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { type TestApp, testApp, testAppForThisTest } from '#server/testing/test-app.ts'

let here: TestApp
let admin: MadeAccount
let surveyor: MadeAccount
beforeAll(async () => {
  here = await testApp()
  admin = await here.make.account({ role: 'admin' })
  surveyor = await here.make.account()
})
afterAll(() => here.close())

const noId = '019b0000-0000-7000-8000-000000000000'
const written = (description: string, based_on?: string) => ({
  body: { data: { attributes: { description, ...(based_on ? { based_on } : {}) } } },
})

async function newest() {
  const { body } = await here.api.call(latestTerms, {})
  return body.terms_and_condition.data
}

async function count() {
  const rows = await here.context.db.selectFrom('legal_text').select('id').execute()
  return rows.length
}

test('only admins write texts, and a refused one leaves nothing', async () => {
  const newcomer = await here.make.account({ role: 'admin', passwordIsOwn: false })
  const before = await count()
  for (const endpoint of [changeTerms, changePrivacy]) {
    const answers = [
      await here.api.call(endpoint, written('x')),
      await newcomer.api.call(endpoint, written('x')),
      await surveyor.api.call(endpoint, written('x')),
    ]
    expect(answers.map(({ status }) => status)).toEqual([401, 403, 403])
    expect(answers[0]?.errors[0]).toHaveProperty('token')
  }
  expect(await count()).toBe(before)
})

test('only full sessions list and open versions', async () => {
  const newcomer = await here.make.account({ passwordIsOwn: false })
  const { id } = await newest()
  for (const { api } of [{ api: here.api }, newcomer]) {
    const status = api === here.api ? 401 : 403
    expect(await api.call(listTerms, { query: {} })).toMatchObject({ status })
    expect(await api.call(termsDetail, { params: { id }, query: {} })).toMatchObject({ status })
  }
})

test('an installation starts with version 1 of both texts, readable by anyone at both addresses', async () => {
  const app = await testAppForThisTest()
  for (const alias of [undefined, 0]) {
    const { status, body } = await app.api.call(
      latestTerms,
      { query: {} },
      alias === undefined ? {} : { alias },
    )
    expect(status).toBe(200)
    expect(body.terms_and_condition.data).toMatchObject({
      type: 'terms_and_condition',
      attributes: { version: 1, markdown: firstTexts.terms.en },
    })
    expect(body.terms_and_condition.data.attributes.description).toContain('<h2>Your account</h2>')
  }
  const { body } = await app.api.call(privacyPolicy, {})
  expect(body.privacy_policy.data.attributes.description).toContain('your data is removed within 30 days')

  await Promise.all([prepareInstallation(app.context), prepareInstallation(app.context)])
  expect(await app.context.db.selectFrom('legal_text').select('id').execute()).toHaveLength(2)
})

test('an unedited initial text is shown in Spanish, an edited one as written', async () => {
  const app = await testAppForThisTest()
  const writer = await app.make.account({ role: 'admin' })
  const read = async (language: string) =>
    (await app.api.call(latestTerms, {}, { headers: { 'accept-language': language } })).body
      .terms_and_condition.data.attributes.markdown
  expect([await read('es-MX'), await read('de'), await read('est')]).toEqual([
    firstTexts.terms.es,
    firstTexts.terms.en,
    firstTexts.terms.en,
  ])
  await writer.api.call(changeTerms, written('House rules'))
  expect(await read('es')).toBe('House rules')
})

test('a change is a new version; the previous one stays readable', async () => {
  const before = await newest()
  const changed = await admin.api.call(changeTerms, written('# Rules\n\nBe *kind*.\r\n', before.id))
  expect(changed).toMatchObject({
    status: 201,
    body: { meta: { message: 'Terms and Conditions Updated Successfully' } },
  })
  const now = await newest()
  expect(now.attributes).toMatchObject({
    version: before.attributes.version + 1,
    markdown: '# Rules\n\nBe *kind*.',
    description: '<h2>Rules</h2>\n<p>Be <em>kind</em>.</p>',
  })
  const old = await surveyor.api.call(termsDetail, { params: { id: before.id }, query: {} })
  expect(old.body.data.attributes).toMatchObject({
    description: before.attributes.markdown,
    version: before.attributes.version,
  })
  const audit = await here.context.db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'terms.changed')
    .where('target_id', '=', now.id)
    .execute()
  expect(audit).toMatchObject([{ account_id: admin.id, target_type: 'terms' }])
})

test('the same words again make no version', async () => {
  await admin.api.call(changeTerms, written('Once'))
  const before = await newest()
  expect(await admin.api.call(changeTerms, written('Once'))).toMatchObject({ status: 201 })
  expect(await newest()).toEqual(before)
})

test('privacy and terms are separate', async () => {
  const terms = await newest()
  const saved = await admin.api.call(changePrivacy, written('We keep little.'))
  expect(saved.body.meta.message).toBe('Privacy Policy Updated Successfully')
  expect(await newest()).toEqual(terms)
  const privacyId = saved.body.privacy_policy.data.id
  expect(await admin.api.call(termsDetail, { params: { id: privacyId }, query: {} })).toMatchObject({
    status: 404,
  })
  expect(await admin.api.call(termsDetail, { params: { id: noId }, query: {} })).toMatchObject({
    status: 404,
  })
})

test('text that looks like HTML stays text', async () => {
  await admin.api.call(changeTerms, written('A <img src=x onerror=hit()> b'))
  const { attributes } = await newest()
  expect(attributes.markdown).toBe('A &lt;img src=x onerror=hit()> b')
  expect(attributes.description).toBe('<p>A &lt;img src=x onerror=hit()&gt; b</p>')
})

test('unsafe text put directly into the database is harmless where it is shown', async () => {
  const app = await testAppForThisTest()
  await app.context.db
    .updateTable('legal_text')
    .set({ markdown: '<script>hit()</script>[x](javascript:hit())' })
    .execute()
  const { body } = await app.api.call(privacyPolicy, {})
  expect(body.privacy_policy.data.attributes.description).toBe(
    '<p>&lt;script&gt;hit()&lt;/script&gt;<a>x</a></p>',
  )
})

test('refuses an empty text, too long a text and links that are not allowed, each with its message', async () => {
  const before = await count()
  const cases = [
    ['  \n ', 'Please enter a text.'],
    ['x'.repeat(limits.legalTextMax + 1), 'The text is too long.'],
    ['[a](http://a.b)', 'Links may only begin with https:// or mailto: (found: http://a.b).'],
  ] as const
  for (const [text, words] of cases)
    expect(await admin.api.call(changeTerms, written(text))).toMatchObject({
      status: 422,
      errors: [{ description: words }],
    })
  expect(await count()).toBe(before)
})

test('an edit of a version that is no longer the newest is refused', async () => {
  const old = await newest()
  await admin.api.call(changeTerms, written('Newer', old.id))
  expect(await admin.api.call(changeTerms, written('Mine', old.id))).toMatchObject({
    status: 409,
    errors: [
      { based_on: 'Someone else has changed this text since you started. None of your work is lost.' },
    ],
  })
  expect((await newest()).attributes.markdown).toBe('Newer')
})

test('of two simultaneous edits of one version only one succeeds; without a version both are stored', async () => {
  const old = await newest()
  const both = await Promise.all(
    ['First', 'Second'].map((text) => admin.api.call(changeTerms, written(text, old.id))),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  const { version } = (await newest()).attributes
  await Promise.all(['A', 'B', 'C'].map((text) => admin.api.call(changeTerms, written(text))))
  expect((await newest()).attributes.version).toBe(version + 3)
})

test('a repeated save is carried out once; another text under its key is refused', async () => {
  const key = crypto.randomUUID()
  const first = await admin.api.call(changeTerms, written('Once more'), { key })
  const versions = await count()
  expect((await admin.api.call(changeTerms, written('Once more'), { key })).body).toEqual(first.body)
  expect(await admin.api.call(changeTerms, written('Other'), { key })).toMatchObject({ status: 422 })
  expect(await count()).toBe(versions)
})

test('without a text the pages return an empty one', async () => {
  const app = await testAppForThisTest()
  await app.context.db.deleteFrom('legal_text').execute()
  const { status, body } = await app.api.call(latestTerms, {})
  expect(status).toBe(200)
  expect(body.terms_and_condition.data.attributes).toMatchObject({ description: '', version: 0 })
})
