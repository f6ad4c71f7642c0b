import { afterAll, beforeAll, expect, test } from 'vitest'
import { changedSurvey } from '#contract/surveys/survey-changed.ts'
import { deleteSurvey, submitSurvey } from '#contract/surveys/surveys.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { addPhoto } from '#server/testing/photos.ts'
import { addSampleTemplate, allMandatory, readSurvey, save, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

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

function ask(account: MadeAccount, id: string, version = '') {
  return account.api.call(changedSurvey, { params: { id }, query: { version } })
}

test('rejects callers without the survey, and all callers once it is deleted', async () => {
  const { id } = await startSurvey(sam)
  const refused = [await here.api.call(changedSurvey, { params: { id } }), await ask(eve, id, 'x')]
  expect(refused.map(({ status }) => status)).toEqual([401, 404])
  const { body } = await ask(sam, id)
  await sam.api.call(deleteSurvey, { params: { id } })
  expect((await ask(sam, id, body.meta.version)).status).toBe(404)
})

test('returns the whole survey once, and nothing until it changes, however old the addresses', async () => {
  const survey = await startSurvey(sam)
  await addPhoto(here, sam.id, survey, 'The gate')
  const first = await ask(sam, survey.id)
  expect(first.body.data?.attributes).toEqual(await readSurvey(sam, survey.id))
  here.passTime(2 * 3_600_000)
  const { version } = first.body.meta
  expect((await ask(sam, survey.id, version)).body).toEqual({ data: null, meta: { version } })
})

test('every kind of change makes a new version', async () => {
  const survey = await startSurvey(sam)
  const versions = new Set<string>()
  const note = async () => versions.add((await ask(sam, survey.id)).body.meta.version)
  await note()
  await save(sam, survey, allMandatory.slice(0, 1))
  await note()
  await addPhoto(here, sam.id, survey, 'The gate')
  await note()
  await sam.api.call(submitSurvey, { params: { id: survey.id }, body: { survey_name: 'Other' } })
  await note()
  await here.context.db.updateTable('account').set({ last_name: 'Stone' }).where('id', '=', sam.id).execute()
  await note()
  expect(versions.size).toBe(5)
})
