import { v4 as newKey } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp } from '#contract/accounts/accounts.ts'
import { describeMedia, uploadMedia } from '#contract/media/media.ts'
import { generateLink } from '#contract/sharing/sharing.ts'
import { createSurvey, deleteSurvey, listSurveys, submitSurvey } from '#contract/surveys/surveys.ts'
import { deleteForGood } from '#contract/surveys/surveys-deleted.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { attach, phonePhoto, photoPart } from '#server/testing/media.ts'
import { addSampleTemplate, detailOf, sampleTemplate, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { hashCall } from './execute-call.ts'

const hour = 3_600_000

let here: TestApp
let sam: MadeAccount
let eve: MadeAccount
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  sam = await here.make.account()
  eve = await here.make.account()
})
afterAll(() => here.close())

function creation(name: string) {
  return { body: { survey_template_id: sampleTemplate.id, survey_name: name, owner_name: 'Mrs Dudley' } }
}

async function howMany(owner: MadeAccount, name: string): Promise<number> {
  const { body } = await owner.api.call(listSurveys, { query: { search_query: name } })
  return body.meta.total_count
}

test('a call sent many times at once is carried out once', async () => {
  const key = newKey()
  const sent = Array.from({ length: 8 }, () => sam.api.call(createSurvey, creation('At once'), { key }))
  const answers = await Promise.all(sent)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
  expect(await howMany(sam, 'At once')).toBe(1)
})

test('a key belongs to one call of one account', async () => {
  const key = newKey()
  expect((await sam.api.call(createSurvey, creation('Keyed'), { key })).status).toBe(201)
  expect((await eve.api.call(createSurvey, creation('Keyed'), { key })).status).toBe(201)
  const { id } = await startSurvey(sam)
  const other = await sam.api.call(generateLink, { body: { link_share_id: id } }, { key })
  expect(other).toMatchObject({ status: 422, errors: [{ message: expect.any(String) }] })
})

test('a rejected call does not use up its key', async () => {
  const key = newKey()
  const wrong = { body: { ...creation('Second try').body, survey_template_id: newKey() } }
  expect((await sam.api.call(createSurvey, wrong, { key })).status).toBe(404)
  expect((await sam.api.call(createSurvey, creation('Second try'), { key })).status).toBe(201)
})

test('a late replay returns the same reply, with addresses that open', async () => {
  const detail = detailOf(await startSurvey(sam), 'Building', 'Notes').id
  const fields = [['user_survey_media[user_survey_sub_section_detail_id]', detail]] as const
  const files = [photoPart(await phonePhoto())]
  const key = newKey()
  const first = await sam.api.upload(uploadMedia, fields, files, { key })
  here.passTime(2 * hour)
  const late = await sam.api.upload(uploadMedia, fields, files, { key })
  here.passTime(-2 * hour)
  const [before, after] = [first, late].map(({ body }) => body.data.attributes.photo_details[0])
  expect({ ...after, url: '', thumbnail_url: '', original_url: '' }).toEqual({
    ...before,
    url: '',
    thumbnail_url: '',
    original_url: '',
  })
  here.passTime(2 * hour)
  const opened = [before?.url, after?.url, after?.thumbnail_url, after?.original_url].map((url) =>
    here.api.open(url ?? ''),
  )
  const statuses = (await Promise.all(opened)).map(({ statusCode }) => statusCode)
  here.passTime(-2 * hour)
  expect(statuses).toEqual([410, 200, 200, 200])
})

test('a replay does not renew an address of another account', async () => {
  const attached = async (owner: MadeAccount) => {
    const detail = detailOf(await startSurvey(owner), 'Building', 'Notes').id
    const { id, photo_details } = await attach(owner, detail, [photoPart(await phonePhoto())])
    return {
      user_survey_media_id: id,
      photo_id: photo_details[0]?.id ?? '',
      url: photo_details[0]?.url ?? '',
    }
  }
  const { url } = await attached(sam)
  const { url: _, ...own } = await attached(eve)
  const key = newKey()
  const body = { ...own, description: url }
  await eve.api.call(describeMedia, { body }, { key })
  here.passTime(2 * hour)
  const replay = await eve.api.call(describeMedia, { body }, { key })
  here.passTime(-2 * hour)
  expect(replay.body.data.description).toBe(url)
})

test('the stored hash of a sign-up gives no fast way to guess its password', async () => {
  const attributes = {
    first_name: 'Theo',
    last_name: 'Bell',
    email: 'theo@example.com',
    password: 'Correct7horse',
  }
  const sent = (password: string) => ({
    body: { data: { type: 'email_account' as const, attributes: { ...attributes, password } } },
  })
  const key = newKey()
  const made = await here.api.call(signUp, sent(attributes.password), { key })
  expect(await here.api.call(signUp, sent(attributes.password), { key })).toMatchObject({
    status: 201,
    body: made.body,
  })
  expect((await here.api.call(signUp, sent('Other7horse'), { key })).status).toBe(422)
  const { body_hash } = await here.context.db
    .selectFrom('replay')
    .select('body_hash')
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  const quick = hashCall('POST', `/api${signUp.path}`, sent(attributes.password).body, [])
  expect(body_hash.equals(quick)).toBe(false)
})

test('a replay returns a survey only to callers who may still read it, and nothing after it is purged', async () => {
  const survey = await startSurvey(sam)
  const { db } = here.context
  const share = (account: MadeAccount) =>
    db
      .insertInto('survey_member')
      .values({
        id: newKey(),
        survey_id: survey.id,
        email: account.email,
        account_id: account.id,
        role: 'editor',
        added_by: sam.id,
      })
      .execute()
  await share(eve)
  const key = newKey()
  const rename = () => eve.api.call(submitSurvey, { params: { id: survey.id }, body: {} }, { key })
  expect((await rename()).status).toBe(200)
  expect((await rename()).body.data.id).toBe(survey.id)
  await db.deleteFrom('survey_member').where('survey_id', '=', survey.id).execute()
  expect((await rename()).status).toBe(404)

  const own = newKey()
  const ownRename = () => sam.api.call(submitSurvey, { params: { id: survey.id }, body: {} }, { key: own })
  expect((await ownRename()).status).toBe(200)
  await sam.api.call(deleteSurvey, { params: { id: survey.id } })
  // The owner can still restore it.
  expect((await ownRename()).status).toBe(200)
  await sam.api.call(deleteForGood, { params: { id: survey.id } })
  expect((await ownRename()).status).toBe(404)
  const stored = await db
    .selectFrom('replay')
    .select(['status', 'reply'])
    .where('key', 'in', [key, own])
    .execute()
  expect(stored).toEqual([404, 404].map((status) => ({ status, reply: { errors: [expect.anything()] } })))
})

test("a query parameter can't change the survey that a stored reply belongs to", async () => {
  const [survey, own] = [await startSurvey(sam), await startSurvey(eve)]
  const asked = (key: string, query: string) =>
    here.app.inject({
      method: 'PATCH',
      url: `/api${submitSurvey.path.replace('{id}', survey.id)}${query}`,
      headers: { token: sam.api.token ?? '', 'idempotency-key': key },
      payload: {},
    })
  const key = newKey()
  expect((await asked(key, '')).statusCode).toBe(200)
  expect((await asked(newKey(), `?user_survey_id=${own.id}`)).statusCode).toBe(422)
  const { survey_id } = await here.context.db
    .selectFrom('replay')
    .select('survey_id')
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  expect(survey_id).toBe(survey.id)
})
