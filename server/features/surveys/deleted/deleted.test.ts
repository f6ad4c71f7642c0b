import { v7 as newId, v4 as newKey } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guestInfo } from '#contract/sharing/guests.ts'
import { addMember } from '#contract/sharing/members.ts'
import { generateLink } from '#contract/sharing/sharing.ts'
import { deleteSurvey, restoreSurvey } from '#contract/surveys/surveys.ts'
import { deleteForGood, listDeleted } from '#contract/surveys/surveys-deleted.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { addPhoto } from '#server/testing/photos.ts'
import { addSampleTemplate, readSurvey, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp, testAppForThisTest } from '#server/testing/test-app.ts'

const day = 24 * 3_600_000

let here: TestApp
let sam: MadeAccount
let eve: MadeAccount
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  sam = await here.make.account({ isProven: true })
  eve = await here.make.account({ isProven: true })
})
afterAll(() => here.close())

async function deletedOf(account: MadeAccount, query: { per_page?: string; page?: string } = {}) {
  return (await account.api.call(listDeleted, { query })).body
}

async function names(account: MadeAccount): Promise<readonly string[]> {
  return (await deletedOf(account)).data.map(({ attributes }) => attributes.survey_name)
}

async function startDeleted(account: MadeAccount, name = 'Hill House') {
  const survey = await startSurvey(account, { name })
  await account.api.call(deleteSurvey, { params: { id: survey.id } })
  return survey
}

describe('authorization', () => {
  test('list and removal require a full session of the owner', async () => {
    const survey = await startDeleted(sam, 'Only Sam’s')
    const params = { id: survey.id }
    const restricted = await here.make.account({ passwordIsOwn: false })
    const lists = [
      await here.api.call(listDeleted, { query: {} }),
      await restricted.api.call(listDeleted, { query: {} }),
    ]
    expect(lists.map(({ status }) => status)).toEqual([401, 403])
    const refused = [
      await here.api.call(deleteForGood, { params }),
      await restricted.api.call(deleteForGood, { params }),
      await eve.api.call(deleteForGood, { params }),
      await eve.api.call(deleteForGood, { params: { id: newId() } }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([401, 403, 404, 404])
    expect(refused[2]?.errors).toEqual(refused[3]?.errors)
    expect(await names(eve)).toEqual([])
    expect(await names(sam)).toContain('Only Sam’s')
  })

  test("an editor can't see deleted surveys of the owner or remove existing ones", async () => {
    const survey = await startSurvey(sam)
    const params = { id: survey.id }
    await sam.api.call(addMember, { params, body: { email: eve.email, role: 'editor' } })
    const live = await eve.api.call(deleteForGood, { params })
    expect(live.status).toBe(403)
    await sam.api.call(deleteSurvey, { params })
    expect([(await eve.api.call(deleteForGood, { params })).status, await names(eve)]).toEqual([404, []])
  })
})

describe('the list', () => {
  test('has deleted surveys, the last first, with the date until which they can be restored', async () => {
    const mine = await here.make.account()
    await startSurvey(mine, { name: 'Still there' })
    await startDeleted(mine, 'First')
    here.passTime(1_000)
    const second = await startDeleted(mine, 'Second')
    const { data, meta } = await deletedOf(mine)
    expect(data.map(({ attributes }) => attributes.survey_name)).toEqual(['Second', 'First'])
    expect(meta).toEqual({ total_pages: 1, total_count: 2, current_page: 1 })
    const at = data[0]?.attributes.deleted_at ?? ''
    expect(data[0]).toMatchObject({
      id: second.id,
      type: 'users_survey',
      attributes: {
        owner: 'Mrs Dudley',
        created_by: 'Sam Rivera',
        progress: '0% completed',
        my_role: 'owner',
        restorable_until: new Date(Date.parse(at) + 30 * day).toISOString(),
      },
    })
    const page = await deletedOf(mine, { per_page: '1', page: '2' })
    expect(page.data.map(({ attributes }) => attributes.survey_name)).toEqual(['First'])
    expect(page.meta).toEqual({ total_pages: 2, total_count: 2, current_page: 2 })
  })

  test('omits restored surveys, and those past 30 days even before the cleanup', async () => {
    const own = await testAppForThisTest()
    await addSampleTemplate(own)
    const mine = await own.make.account()
    const back = await startDeleted(mine, 'Back')
    await startDeleted(mine, 'Old')
    await mine.api.call(restoreSurvey, { params: { id: back.id } })
    expect(await names(mine)).toEqual(['Old'])
    await own.context.db
      .updateTable('survey')
      .set({ deleted_at: new Date(own.context.clock().getTime() - 30 * day - 1) })
      .where('deleted_at', 'is not', null)
      .execute()
    expect(await names(mine)).toEqual([])
  })
})

test('a link to a survey that was deleted and restored stays ended', async () => {
  const survey = await startSurvey(sam)
  const made = await sam.api.call(generateLink, { body: { link_share_id: survey.id } })
  const read = () => here.api.call(guestInfo, { query: { guest_survey_id: made.body.data.link_share_id } })
  expect((await read()).status).toBe(200)
  await sam.api.call(deleteSurvey, { params: { id: survey.id } })
  await sam.api.call(restoreSurvey, { params: { id: survey.id } })
  expect(await readSurvey(sam, survey.id)).toMatchObject({ survey_name: survey.survey_name })
  expect((await read()).status).toBe(410)
})

describe('permanent deletion', () => {
  test('removes a deleted survey with its files; files of another survey stay', async () => {
    const mine = await here.make.account()
    const survey = await startSurvey(mine)
    const kept = await startSurvey(mine, { name: 'Kept' })
    const first = await addPhoto(here, mine.id, survey)
    const shared = await addPhoto(here, mine.id, survey)
    const own = await addPhoto(here, mine.id, kept)
    const { db, files } = here.context
    await db.updateTable('media').set({ file_id: shared.file }).where('id', '=', own.media).execute()
    const params = { id: survey.id }
    await mine.api.call(deleteSurvey, { params })
    const key = newKey()
    const gone = await mine.api.call(deleteForGood, { params }, { key })
    expect([gone.status, gone.body.data.message]).toEqual([200, 'The survey was deleted for good.'])
    expect(await names(mine)).toEqual([])
    expect((await mine.api.call(restoreSurvey, { params })).status).toBe(404)
    await expect(files.read(first.key)).rejects.toThrow()
    for await (const bytes of await files.read(shared.key)) expect(String(bytes)).toBe(shared.file)
    expect(await db.selectFrom('answer').select('id').where('survey_id', '=', survey.id).execute()).toEqual(
      [],
    )
    expect((await readSurvey(mine, kept.id)).survey_name).toBe('Kept')
    expect((await mine.api.call(deleteForGood, { params }, { key })).body).toEqual(gone.body)
    expect((await mine.api.call(deleteForGood, { params })).status).toBe(404)
    const noted = await db.selectFrom('audit').select('action').where('target_id', '=', survey.id).execute()
    expect(noted.map(({ action }) => action)).toContain('survey.deletedForGood')
  })

  test('is rejected for a survey that was restored meanwhile', async () => {
    const survey = await startDeleted(sam)
    const params = { id: survey.id }
    await sam.api.call(restoreSurvey, { params })
    const refused = await sam.api.call(deleteForGood, { params })
    expect([refused.status, refused.errors]).toEqual([
      409,
      [{ message: 'This survey was restored in the meantime, so it was not deleted for good.' }],
    ])
    expect(await readSurvey(sam, survey.id)).toEqual(survey)
  })

  test('excludes a simultaneous restore', async () => {
    for (let round = 0; round < 3; round++) {
      const { id } = await startDeleted(sam)
      const [restored, removed] = await Promise.all([
        sam.api.call(restoreSurvey, { params: { id } }),
        sam.api.call(deleteForGood, { params: { id } }),
      ])
      expect([
        [200, 409],
        [404, 200],
      ]).toContainEqual([restored.status, removed.status])
    }
  })
})
