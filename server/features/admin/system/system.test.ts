import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { auditLog } from '#contract/admin/admin.ts'
import { deletedSurveys, restoreForOwner, systemState } from '#contract/admin/admin-system.ts'
import { appLoaded } from '#contract/admin/analytics.ts'
import { deleteSurvey } from '#contract/surveys/surveys.ts'
import { tidy } from '#server/housekeeping.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { addPhoto } from '#server/testing/photos.ts'
import { addSampleTemplate, readSurvey, sampleTemplate, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp, testAppForThisTest } from '#server/testing/test-app.ts'

const day = 24 * 3_600_000

let here: TestApp
let ada: MadeAccount
let sam: MadeAccount
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  ada = await here.make.account({ role: 'admin', firstName: 'Ada' })
  sam = await here.make.account()
})
afterAll(() => here.close())

test('only administrators', async () => {
  const restricted = await here.make.account({ role: 'admin', passwordIsOwn: false })
  for (const api of [here.api, sam.api, restricted.api]) {
    const refused = [
      await api.call(systemState, {}),
      await api.call(deletedSurveys, { query: {} }),
      await api.call(restoreForOwner, { params: { id: newId() } }),
    ]
    const status = api === here.api ? 401 : 403
    expect(refused.map((one) => one.status)).toEqual([status, status, status])
  }
})

test('everyone’s deleted surveys are listed without any of their content, and restored to their owner', async () => {
  const survey = await startSurvey(sam, { name: 'Secret House' })
  await startSurvey(sam, { name: 'Not deleted' })
  await addPhoto(here, sam.id, survey)
  const leaver = await here.make.account()
  const theirs = await startSurvey(leaver)
  for (const [account, id] of [
    [sam, survey.id],
    [leaver, theirs.id],
  ] as const)
    await account.api.call(deleteSurvey, { params: { id } })
  const { db, clock } = here.context
  await db.updateTable('account').set({ deleted_at: clock() }).where('id', '=', leaver.id).execute()

  const { body } = await ada.api.call(deletedSurveys, { query: {} })
  expect(body.meta).toEqual({ total_pages: 1, total_count: 1, current_page: 1 })
  const [item] = body.data
  const deletedAt = item?.attributes.deleted_at ?? ''
  expect(item).toMatchObject({
    id: survey.id,
    attributes: {
      owner_id: sam.id,
      owner_name: 'Sam Rivera',
      template_name: sampleTemplate.name,
      files: 1,
      restorable_until: new Date(Date.parse(deletedAt) + 30 * day).toISOString(),
    },
  })
  expect(JSON.stringify(body)).not.toMatch(/Secret House|Dudley/)

  const restore = (id: string) => ada.api.call(restoreForOwner, { params: { id } })
  expect((await restore(theirs.id)).status).toBe(404)
  const restored = await restore(survey.id)
  expect([restored.status, restored.body.data.message]).toEqual([200, 'The survey was restored.'])
  expect(await readSurvey(sam, survey.id)).toMatchObject({ survey_name: 'Secret House' })
  expect((await restore(survey.id)).status).toBe(404)
  const log = await ada.api.call(auditLog, { query: { action: 'survey.restored' } })
  expect(log.body.data[0]?.attributes).toMatchObject({ account_id: ada.id, target_id: survey.id })
})

test('an admin reads the names of templates in their own language', async () => {
  const said = {
    language: 'en',
    languages: ['en', 'es'],
    translations: { es: { name: 'Inspección del cableado' } },
  }
  const { db } = here.context
  await db
    .updateTable('template')
    .set({ content: sql`content || ${JSON.stringify(said)}::jsonb` })
    .where('id', '=', sampleTemplate.id)
    .execute()
  const { id } = await startSurvey(sam)
  await sam.api.call(deleteSurvey, { params: { id } })
  const names = async (language: string) => {
    const headers = { 'accept-language': language }
    const { body } = await ada.api.call(deletedSurveys, { query: {} }, { headers })
    return body.data.map(({ attributes }) => attributes.template_name)
  }
  expect(await names('es')).toEqual(['Inspección del cableado'])
  expect(await names('en')).toEqual([sampleTemplate.name])
  await db.deleteFrom('survey').where('id', '=', id).execute()
})

test('nothing is restored after the restore period', async () => {
  const { id } = await startSurvey(sam)
  const deleted_at = new Date(here.context.clock().getTime() - 30 * day - 1)
  await here.context.db.updateTable('survey').set({ deleted_at }).where('id', '=', id).execute()
  expect((await ada.api.call(deletedSurveys, { query: {} })).body.meta.total_count).toBe(0)
  expect((await ada.api.call(restoreForOwner, { params: { id } })).status).toBe(410)
})

test('the state of the program: version, health, disk, messages, and how jobs last ended', async () => {
  const own = await testAppForThisTest({ ANALYTICS: '1' })
  const boss = await own.make.account({ role: 'admin' })
  const state = async () => (await boss.api.call(systemState, {})).body.data
  const before = await state()
  expect(before.version).toMatch(/^\d+\.\d+\.\d+/)
  expect(before.node).toBe(process.versions.node)
  expect(before.database_version).toMatch(/^\d+/)
  expect(before.health).toMatchObject({ database: 'ok', files: 'ok' })
  expect(before.disk?.free_bytes).toBeLessThanOrEqual(before.disk?.total_bytes ?? 0)
  expect(before.messages).toEqual({ waiting: 0, failed: 0 })
  expect(before.jobs.every(({ last_run_at, failed }) => last_run_at === null && !failed)).toBe(true)
  expect(before.app_loaded).toEqual({ is_counted: true, today: 0, last_7_days: 0, last_30_days: 0 })

  await own.api.call(appLoaded, {})
  vi.spyOn(own.context.history, 'note').mockRejectedValueOnce(new Error('No'))
  await tidy(own.context, { strays: false })
  const after = await state()
  expect(after.app_loaded.today).toBe(1)
  const byName = new Map(after.jobs.map((job) => [job.name, job]))
  expect(byName.get('history')?.failed).toBe(true)
  expect(byName.get('surveys')).toMatchObject({ failed: false, last_run_at: expect.any(String) })
  expect(byName.get('strays')?.last_run_at).toBeNull()
})
