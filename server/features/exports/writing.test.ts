import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { logIn } from '#contract/accounts/accounts.ts'
import { limits } from '#contract/limits.ts'
import { exports as words } from '#contract/messages/exports.ts'
import { createExport, deleteExport, exportDetail, listExports } from '#contract/surveys/exports.ts'
import { createSurvey } from '#contract/surveys/surveys.ts'
import { listTemplates } from '#contract/templates/templates.ts'
import { BucketUnavailable } from '#server/files/s3/unavailable.ts'
import { StoreFull } from '#server/files/store.ts'
import { tidy } from '#server/housekeeping.ts'
import { testDatabase } from '#server/testing/database.ts'
import {
  blockWriters,
  countStoredFiles,
  countTempFiles,
  downloadOf,
  exportOf,
  finishedExport,
  holdExports,
  requestExport,
} from '#server/testing/export-jobs.ts'
import { HttpApi } from '#server/testing/http-api.ts'
import { type RealServer, startServer } from '#server/testing/real-server.ts'
import { givenS3 } from '#server/testing/s3-settings.ts'
import { smallDisk } from '#server/testing/small-disk.ts'
import { addSampleTemplate, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testAppForThisTest } from '#server/testing/test-app.ts'
import { exportQueue } from './queue.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

async function withSurvey(environment: Record<string, string> = {}) {
  const here = await testAppForThisTest(environment)
  await addSampleTemplate(here)
  const owner = await here.make.account()
  await startSurvey(owner)
  return { here, owner }
}

const block = ({ context }: TestApp) => blockWriters(context.config.databaseUrl ?? '')

test('cancels an export while it is written, and leaves no file', async () => {
  const { here, owner } = await withSurvey()
  const before = await countStoredFiles(here)
  await block(here)
  const { id } = (await requestExport(owner)).body.data
  await expect.poll(async () => (await exportOf(owner, id)).attributes.state).toBe('running')
  expect((await owner.api.call(deleteExport, { params: { id } })).body.data.message).toBe(words.canceled)
  // The writer still waits for the lock, so only the cancellation can end it.
  await exportQueue(here.context).idle()
  expect((await exportOf(owner, id)).attributes).toMatchObject({ state: 'canceled', url: null })
  expect([await countStoredFiles(here), await countTempFiles(here)]).toEqual([before, 0])
})

test('a canceled export that waits is never written; a second call removes it', async () => {
  const { here, owner } = await withSurvey()
  const release = holdExports(here)
  const { id } = (await requestExport(owner)).body.data
  const one = { params: { id } }
  await owner.api.call(deleteExport, one)
  await release()
  expect((await exportOf(owner, id)).attributes.state).toBe('canceled')
  expect((await owner.api.call(deleteExport, one)).body.data.message).toBe(words.removed)
  expect((await owner.api.call(exportDetail, one)).status).toBe(404)
})

test('removes a finished export with its file', async () => {
  const { here, owner } = await withSurvey()
  const before = await countStoredFiles(here)
  const { id, url } = await finishedExport(here, owner)
  expect(await countStoredFiles(here)).toBe(before + 1)
  expect((await owner.api.call(deleteExport, { params: { id } })).status).toBe(200)
  expect((await downloadOf(here, url)).status).toBe(404)
  await expect.poll(() => countStoredFiles(here)).toBe(before)
})

test('a file can be downloaded for a day; housekeeping then deletes it', async () => {
  const { here, owner } = await withSurvey()
  const before = await countStoredFiles(here)
  const { id } = await finishedExport(here, owner)
  await tidy(here.context)
  expect(await countStoredFiles(here)).toBe(before + 1)
  here.passTime(limits.exportLife + 60_000)
  const again = await here.make.again(owner)
  expect((await exportOf(again, id)).attributes).toMatchObject({ state: 'expired', url: null })
  expect((await again.api.call(listExports, {})).body.data).toEqual([])
  await tidy(here.context)
  expect(await countStoredFiles(here)).toBe(before)
  expect((await exportOf(again, id)).attributes).toMatchObject({ state: 'expired', url: null })
  here.passTime(7 * 24 * 3_600_000)
  await tidy(here.context)
  const later = await here.make.again(owner)
  expect((await later.api.call(exportDetail, { params: { id } })).status).toBe(404)
})

test('the file of a deleted account is deleted with the next housekeeping', async () => {
  const { here, owner } = await withSurvey()
  const before = await countStoredFiles(here)
  await finishedExport(here, owner)
  const deleted = { deleted_at: here.context.clock() }
  await here.context.db.updateTable('account').set(deleted).where('id', '=', owner.id).execute()
  await tidy(here.context)
  expect(await countStoredFiles(here)).toBe(before)
})

test('a full disk fails the export with a reason, and leaves no file', async () => {
  const disk = givenS3().S3_BUCKET === undefined ? await smallDisk(64) : null
  onTestFinished(async () => disk?.[Symbol.asyncDispose]())
  const { here, owner } = await withSurvey(disk ? { DATA_DIR: join(disk.folder, 'data') } : {})
  const { files } = here.context
  if (disk) await disk.fill()
  else
    vi.spyOn(files, 'receive').mockImplementation(async (source) => {
      if ('destroy' in source) source.destroy()
      throw new StoreFull('No space left on device')
    })
  const failed = await finishedExport(here, owner)
  expect(failed).toMatchObject({ state: 'failed', error: words.failedFull, url: null })
  expect([await countStoredFiles(here), await countTempFiles(here)]).toEqual([0, 0])
  await disk?.free()
  vi.restoreAllMocks()
  expect(await finishedExport(here, owner)).toMatchObject({ state: 'done' })
})

test('a failing bucket fails the export with a reason, and leaves no file', async () => {
  const { here, owner } = await withSurvey()
  vi.spyOn(here.context.files, 'commit').mockRejectedValueOnce(new BucketUnavailable('The bucket is away'))
  const failed = await finishedExport(here, owner)
  expect(failed).toMatchObject({ state: 'failed', error: words.failedStorage })
  expect([await countStoredFiles(here), await countTempFiles(here)]).toEqual([0, 0])
})

test('an export that failed three times with the server is not begun again', async () => {
  const { here, owner } = await withSurvey()
  const release = holdExports(here)
  const { id } = (await requestExport(owner)).body.data
  const ended = { state: 'running', attempts: 3 }
  await here.context.db.updateTable('export').set(ended).where('id', '=', id).execute()
  await release()
  expect((await exportOf(owner, id)).attributes).toMatchObject({ state: 'failed', error: words.failedOther })
})

test('a killed or stopped server writes the export again after the restart', async () => {
  const database = await testDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'fieldbook-exports-'))
  const admin = { email: 'admin@example.com', password: 'Correct7horse' }
  const environment = {
    ...givenS3(),
    DATABASE_URL: database.url,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  }
  let server: RealServer = await startServer({ dataDir, environment })
  onTestFinished(async () => {
    await server.kill()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const session = await new HttpApi(server.address).call(logIn, { body: { data: { attributes: admin } } })
  const api = () => new HttpApi(server.address, session?.body.meta.token)
  const survey_template_id = (await api().call(listTemplates, {}))?.body.survey_templates[0]?.id ?? ''
  const body = { survey_template_id, survey_name: 'Resumed House', owner_name: 'Nobody' }
  await api().call(createSurvey, { body })
  const stateOf = async (id: string) =>
    (await api().call(exportDetail, { params: { id } }))?.body.data.attributes

  for (const end of ['kill', 'stop'] as const) {
    const release = await blockWriters(database.url)
    const asked = await api().call(createExport, { body: { format: 'json' } })
    const id = asked?.body.data.id ?? ''
    await expect.poll(async () => (await stateOf(id))?.state).toBe('running')
    await server[end]()
    await release()
    server = await startServer({ dataDir, environment })
    await expect.poll(async () => (await stateOf(id))?.state).toBe('done')
    const done = await stateOf(id)
    expect(done?.surveys).toBe(1)
    expect(String(await api().bytes(done?.url ?? ''))).toContain('Resumed House')
  }
})
