import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { live, ready } from '#contract/health.ts'
import { addPhoto } from '#server/testing/photos.ts'
import { addSampleTemplate, startSurvey } from '#server/testing/surveys.ts'
import { testAppForThisTest } from '#server/testing/test-app.ts'

test('anyone may ask whether it is healthy', async () => {
  const { api } = await testAppForThisTest()
  expect((await api.call(live, {})).body).toEqual({ status: 'ok' })
  expect((await api.call(ready, {})).body).toMatchObject({ status: 'ok', down: [] })
})

test('reports the number of missing files until they are restored', async () => {
  const app = await testAppForThisTest()
  const { api, context, make } = app
  const owner = await make.account()
  await addSampleTemplate(app)
  // One of its three renditions has bytes.
  await addPhoto(app, owner.id, await startSurvey(owner))
  await context.fileWatch.look()
  expect((await api.call(ready, {})).body).toEqual({ status: 'files_missing', down: [], missing_files: 2 })
  await context.db.deleteFrom('rendition').where('name', '<>', 'original').execute()
  await context.fileWatch.look()
  expect((await api.call(ready, {})).body).toEqual({ status: 'ok', down: [], missing_files: 0 })
})

test('it names the file store when that is down, and is healthy again once it is back', async () => {
  const { api, context } = await testAppForThisTest()
  const files = join(context.config.dataDir, 'files')
  await rm(files, { recursive: true })
  await writeFile(files, 'in the way')
  const answer = await api.call(ready, {})
  expect([answer.status, answer.errors.at(-1)]).toEqual([503, { files: 'down' }])
  expect((await api.call(live, {})).status).toBe(200)
  await rm(files)
  expect((await api.call(ready, {})).status).toBe(200)
})

test('stays alive without its database for all callers', async () => {
  const { make, context } = await testAppForThisTest()
  const { api } = await make.account()
  vi.spyOn(context.db, 'selectFrom').mockImplementation(() => {
    throw new Error('Connection terminated unexpectedly')
  })
  const answer = await api.call(live, {})
  vi.restoreAllMocks()
  expect(answer.status).toBe(200)
})
