import { v7 as newId, v4 as newKey } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logIn } from '#contract/accounts/accounts.ts'
import {
  createSurvey,
  deleteSurvey,
  listSurveys,
  restoreSurvey,
  surveyDetail,
} from '#contract/surveys/surveys.ts'
import { purgeAllDeleted } from '#server/features/surveys/jobs.ts'
import { goodPassword, type MadeAccount } from '#server/testing/make.ts'
import { addPhoto } from '#server/testing/photos.ts'
import { addSampleTemplate, allMandatory, readSurvey, save, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp, testAppForThisTest } from '#server/testing/test-app.ts'

const day = 24 * 3_600_000

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

test.each([deleteSurvey, restoreSurvey, surveyDetail])('$name is only for the owner', async (endpoint) => {
  const survey = await startSurvey(sam)
  const params = { id: survey.id }
  const restricted = await here.make.account({ passwordIsOwn: false })
  const refused = [
    await here.api.call(endpoint, { params }),
    await restricted.api.call(endpoint, { params }),
    await eve.api.call(endpoint, { params }),
    await eve.api.call(endpoint, { params: { id: newId() } }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([401, 403, 404, 404])
  expect(refused[2]?.errors).toEqual(refused[3]?.errors)
  expect(await readSurvey(sam, survey.id)).toEqual(survey)
})

describe('deleting and restoring', () => {
  test('hides the survey at once and restores it completely', async () => {
    const survey = await startSurvey(sam)
    await save(sam, survey, allMandatory)
    const before = await readSurvey(sam, survey.id)
    const params = { id: survey.id }
    const gone = await sam.api.call(deleteSurvey, { params })
    expect([gone.status, gone.body.data.message]).toEqual([
      200,
      'The survey you wanted to remove has been removed successfully',
    ])
    expect((await sam.api.call(surveyDetail, { params })).status).toBe(404)
    expect((await sam.api.call(deleteSurvey, { params })).status).toBe(404)
    const list = await sam.api.call(listSurveys, { query: {} })
    expect(list.body.data.map(({ id }) => id)).not.toContain(survey.id)

    const restored = await sam.api.call(restoreSurvey, { params })
    expect([restored.status, restored.body.data.attributes]).toEqual([200, before])
    expect(await readSurvey(sam, survey.id)).toEqual(before)
  })

  test('have no further effect when repeated', async () => {
    const { id } = await startSurvey(sam)
    const params = { id }
    const keys = [newKey(), newKey()] as const
    const gone = await sam.api.call(deleteSurvey, { params }, { key: keys[0] })
    expect(await sam.api.call(deleteSurvey, { params }, { key: keys[0] })).toMatchObject({ body: gone.body })
    const back = await sam.api.call(restoreSurvey, { params }, { key: keys[1] })
    expect(await sam.api.call(restoreSurvey, { params }, { key: keys[1] })).toMatchObject({ body: back.body })
    expect((await sam.api.call(restoreSurvey, { params })).body).toEqual(back.body)
    const other = await startSurvey(sam)
    const reused = await sam.api.call(deleteSurvey, { params: { id: other.id } }, { key: keys[0] })
    expect(reused.status).toBe(422)
  })

  test('the id of a deleted survey is not free', async () => {
    const survey = await startSurvey(sam)
    await sam.api.call(deleteSurvey, { params: { id: survey.id } })
    const body = { id: survey.id, survey_template_id: survey.survey_template_id }
    const names = { survey_name: survey.survey_name, owner_name: survey.owner }
    const again = await sam.api.call(createSurvey, { body: { ...body, ...names } })
    expect(again.status).toBe(409)
  })

  test('ends after thirty days, when the survey and its files are removed', async () => {
    const mine = await testAppForThisTest()
    await addSampleTemplate(mine)
    const owner = await mine.make.account()
    const survey = await startSurvey(owner)
    const kept = await startSurvey(owner)
    const first = await addPhoto(mine, owner.id, survey)
    const shared = await addPhoto(mine, owner.id, survey)
    const own = await addPhoto(mine, owner.id, kept)
    const { db, files } = mine.context
    await db.updateTable('media').set({ file_id: shared.file }).where('id', '=', own.media).execute()
    const params = { id: survey.id }
    await owner.api.call(deleteSurvey, { params })
    mine.passTime(30 * day - 60_000)
    await purgeAllDeleted(mine.context)
    mine.passTime(120_000)
    const session = await mine.api.call(logIn, {
      body: { data: { attributes: { email: owner.email, password: goodPassword } } },
    })
    const again = mine.api.withToken(session.body.meta.token)
    const late = await again.call(restoreSurvey, { params })
    expect([late.status, late.errors]).toEqual([
      410,
      [{ message: 'This survey was deleted too long ago to be restored.' }],
    ])
    await purgeAllDeleted(mine.context)
    expect((await again.call(restoreSurvey, { params })).status).toBe(404)
    await expect(files.read(first.key)).rejects.toThrow()
    for await (const bytes of await files.read(shared.key)) expect(String(bytes)).toBe(shared.file)
    const left = await db.selectFrom('media').select(['survey_id', 'file_id']).execute()
    expect(left).toEqual([{ survey_id: kept.id, file_id: shared.file }])
    const fileRows = await db.selectFrom('stored_file').select('id').orderBy('id').execute()
    expect(fileRows).toEqual([{ id: shared.file }, { id: own.file }])
    const surveys = await db.selectFrom('answer').select('survey_id').distinct().execute()
    expect(surveys).toEqual([{ survey_id: kept.id }])
  })
})
