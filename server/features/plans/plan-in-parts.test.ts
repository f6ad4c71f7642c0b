import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as newId, v4 as newKey } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addPlan, addPlanResumed, deletePlan } from '#contract/media/plans.ts'
import type { SurveyDetail } from '#contract/surveys/surveys.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { planPart, planPicture } from '#server/testing/plans.ts'
import { addSampleTemplate, readSurvey, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
let owner: MadeAccount
let survey: SurveyDetail
let picture: Buffer

beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  picture = await planPicture()
})
afterAll(() => here.close())
beforeEach(async () => {
  owner = await here.make.account()
  survey = await startSurvey(owner)
})

async function arrived(by: MadeAccount, bytes = picture): Promise<string> {
  const { headers } = await here.app.inject({
    method: 'POST',
    url: '/api/files/uploads',
    headers: {
      ...{ 'tus-resumable': '1.0.0', token: by.api.token ?? '', 'upload-length': String(bytes.length) },
      'content-type': 'application/offset+octet-stream',
    },
    payload: bytes,
  })
  return String(headers.location).split('/').at(-1) ?? ''
}

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

function bodyOf(upload: string, id = newId(), bytes: Uint8Array = picture) {
  const body = { id, user_survey_id: survey.id, name: ' Level\n2 ', filename: 'Level 2.png' }
  return { body: { ...body, upload, sha256: sha256Of(bytes) } }
}

const plansNow = async () => (await readSurvey(owner, survey.id)).plans ?? []
const filesIn = (folder: string) =>
  readdir(join(here.context.config.dataDir, 'files', folder)).catch(() => [])
const waiting = async () => [...(await filesIn('parts')), ...(await filesIn('temp'))]

test('requires a session; strangers get the reply for a missing survey', async () => {
  const eve = await here.make.account()
  const own = await arrived(eve)
  expect((await here.api.call(addPlanResumed, bodyOf(own))).status).toBe(401)
  const foreign = await eve.api.call(addPlanResumed, bodyOf(own))
  const { body } = bodyOf(own)
  const unknown = await eve.api.call(addPlanResumed, { body: { ...body, user_survey_id: newId() } })
  expect([foreign.status, foreign.body]).toEqual([404, unknown.body])
})

test('rejects parts of another account', async () => {
  const eve = await here.make.account()
  const refused = await owner.api.call(addPlanResumed, bodyOf(await arrived(eve)))
  expect([refused.status, refused.errors]).toEqual([
    410,
    [{ upload: 'The unfinished upload of Level 2.png has expired. Please upload it again.' }],
  ])
  expect(await plansNow()).toEqual([])
})

test('gives the same result as the multipart call, and removes the parts', async () => {
  const before = await waiting()
  const upload = await arrived(owner)
  const { status, body } = await owner.api.call(addPlanResumed, bodyOf(upload))
  expect([status, body.data.attributes]).toMatchObject([201, { name: 'Level 2', width: 1200, height: 800 }])
  expect((await plansNow()).map(({ id }) => id)).toEqual([body.data.id])
  expect((await here.api.open(body.data.attributes.url)).statusCode).toBe(200)
  expect(await waiting()).toEqual(before)
})

test('sent again, with or without its key, from the same upload or a new one, it is added once', async () => {
  const id = newId()
  const first = bodyOf(await arrived(owner), id)
  const key = newKey()
  const sent = await owner.api.call(addPlanResumed, first, { key })
  const again = [
    await owner.api.call(addPlanResumed, first, { key }),
    await owner.api.call(addPlanResumed, first),
    await owner.api.call(addPlanResumed, bodyOf(await arrived(owner), id)),
  ]
  expect([sent, ...again].map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect((await plansNow()).map((plan) => plan.id)).toEqual([id])
})

test('one that an earlier app sent in one call is the same plan', async () => {
  const id = newId()
  const fields = Object.entries({ id, user_survey_id: survey.id, name: 'Level 2' })
  expect((await owner.api.upload(addPlan, fields, [planPart(picture)])).status).toBe(201)
  expect((await owner.api.call(addPlanResumed, bodyOf(await arrived(owner), id))).status).toBe(201)
  expect((await plansNow()).map((plan) => plan.id)).toEqual([id])
})

test('of two simultaneous calls, one creates the plan and both return it', async () => {
  const given = bodyOf(await arrived(owner))
  const both = await Promise.all([0, 1].map(() => owner.api.call(addPlanResumed, given)))
  expect(both.map(({ status }) => status).filter((status) => status !== 201 && status !== 410)).toEqual([])
  expect(await plansNow()).toHaveLength(1)
})

test('one that did not arrive intact, is no picture, or is another under the same id is refused', async () => {
  const damaged = await owner.api.call(
    addPlanResumed,
    bodyOf(await arrived(owner), newId(), Buffer.from('x')),
  )
  expect([damaged.status, damaged.errors]).toEqual([
    422,
    [{ sha256: 'Level 2.png arrived incomplete. Please upload it again.' }],
  ])
  const words = Buffer.from('no picture at all')
  const noPicture = await owner.api.call(addPlanResumed, bodyOf(await arrived(owner, words), newId(), words))
  expect(noPicture.status).toBe(415)
  const id = newId()
  expect((await owner.api.call(addPlanResumed, bodyOf(await arrived(owner), id))).status).toBe(201)
  const roof = await planPicture(3)
  const other = await owner.api.call(addPlanResumed, bodyOf(await arrived(owner, roof), id, roof))
  expect(other.status).toBe(409)
  await owner.api.call(deletePlan, { params: { id } })
  expect((await owner.api.call(addPlanResumed, bodyOf(await arrived(owner), id))).status).toBe(410)
  expect(await plansNow()).toEqual([])
  expect(await filesIn('temp')).toEqual([])
})
