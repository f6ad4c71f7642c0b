import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { v4 as newKey } from 'uuid'
import { afterEach, expect, inject, onTestFinished, test, vi } from 'vitest'
import { ready } from '#contract/health.ts'
import { uploadMedia } from '#contract/media/media.ts'
import { common } from '#contract/messages/common.ts'
import { createSurvey } from '#contract/surveys/surveys.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { StoreFull } from '#server/files/store.ts'
import { phonePhoto, photoPart } from '#server/testing/media.ts'
import { smallDisk } from '#server/testing/small-disk.ts'
import { addSampleTemplate, detailOf, sampleTemplate, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testAppForThisTest } from '#server/testing/test-app.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const log = { info() {}, warn() {}, error() {} }

interface Filled {
  readonly here: TestApp
  fill(): Promise<void>
  free(): Promise<void>
}

/** The app on a database with a small disk; without mounts, a database that reports a full disk. */
async function withSmallDatabase(): Promise<Filled> {
  const disk = await smallDisk(200)
  if (!disk) {
    const here = await testAppForThisTest()
    return { here, fill: async () => refuseWrites(), free: async () => void vi.restoreAllMocks() }
  }
  const dataDir = join(disk.folder, 'data')
  await promisify(execFile)('cp', ['-a', inject('seedDataDir'), dataDir])
  const server = await startEmbedded(dataDir, log)
  onTestFinished(async () => {
    await server.stop()
    await disk[Symbol.asyncDispose]()
  })
  const here = await testAppForThisTest({ DATABASE_URL: server.url() })
  return { here, fill: disk.fill, free: disk.free }
}

/** Throws PostgreSQL's own error. */
function refuseWrites(): void {
  const real = pg.Client.prototype.query
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    if (/^insert|generate_series/.test(String(given[0])))
      throw Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' })
    return Reflect.apply(real, this, given)
  } as never)
}

/** The app on a file store with a small disk. */
async function withSmallFiles(): Promise<Filled> {
  const disk = await smallDisk(64)
  if (!disk) {
    const here = await testAppForThisTest()
    const { files } = here.context
    const full = async () => {
      throw new StoreFull('No space left on device')
    }
    return {
      here,
      fill: async () => {
        vi.spyOn(files, 'receive').mockImplementation(full)
        vi.spyOn(files, 'check').mockImplementation(full)
      },
      free: async () => void vi.restoreAllMocks(),
    }
  }
  onTestFinished(() => disk[Symbol.asyncDispose]())
  const here = await testAppForThisTest({ DATA_DIR: join(disk.folder, 'data') })
  return { here, fill: disk.fill, free: disk.free }
}

const full = { status: 507, errors: [{ message: common.serverFull }] }

test('a full database disk: calls and readiness report it, and succeed once there is space', async () => {
  const { here, fill, free } = await withSmallDatabase()
  await addSampleTemplate(here)
  const owner = await here.make.account()
  expect((await here.api.call(ready, {})).status).toBe(200)
  await fill()
  const body = { survey_template_id: sampleTemplate.id, survey_name: 'Hill House', owner_name: 'Mrs Dudley' }
  const key = newKey()
  const make = () => owner.api.call(createSurvey, { body }, { key })
  // Some rows may still fit into existing pages.
  await expect.poll(() => owner.api.call(createSurvey, { body })).toMatchObject(full)
  const refused = await make()
  expect(refused).toMatchObject(full)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(await here.api.call(ready, {})).toMatchObject({
    status: 503,
    errors: [{ message: common.serverFull }, { database: 'full' }],
  })
  await free()
  expect((await make()).status).toBe(201)
  expect((await here.api.call(ready, {})).status).toBe(200)
})

test('a full file store: the same', async () => {
  const { here, fill, free } = await withSmallFiles()
  await addSampleTemplate(here)
  const owner = await here.make.account()
  const survey = await startSurvey(owner)
  const answer = detailOf(survey, 'Building', 'Notes').id
  const photo = photoPart(await phonePhoto())
  const fields: [string, string][] = [['user_survey_media[user_survey_sub_section_detail_id]', answer]]
  const key = newKey()
  const send = () => owner.api.upload(uploadMedia, fields, [photo], { key })
  expect((await here.api.call(ready, {})).status).toBe(200)
  await fill()
  expect(await send()).toMatchObject(full)
  expect(await here.api.call(ready, {})).toMatchObject({
    status: 503,
    errors: [{ message: common.serverFull }, { files: 'full' }],
  })
  await free()
  expect((await send()).status).toBe(201)
  expect((await here.api.call(ready, {})).status).toBe(200)
})
