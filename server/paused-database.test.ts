import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as newId, v4 as newKey } from 'uuid'
import { expect, test } from 'vitest'
import { logIn } from '#contract/accounts/accounts.ts'
import { createSurvey, listSurveys } from '#contract/surveys/surveys.ts'
import { listTemplates } from '#contract/templates/templates.ts'
import { testDatabase } from '#server/testing/database.ts'
import { seededFolder } from '#server/testing/database-folder.ts'
import { HttpApi } from '#server/testing/http-api.ts'
import { type RealServer, startServer } from '#server/testing/real-server.ts'
import { pauseWithChildren, stallingProxy } from '#server/testing/stalling-proxy.ts'
import { addSampleTemplate, sampleTemplate } from '#server/testing/surveys.ts'
import { testAppForThisTest } from '#server/testing/test-app.ts'

const admin = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'Correct7horse' }

async function signedIn({ address }: RealServer): Promise<HttpApi> {
  const api = new HttpApi(address)
  const attributes = { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD }
  const session = await api.call(logIn, { body: { data: { attributes } } })
  return api.as(session?.body.meta.token ?? '')
}

test('calls get 503 while the database is paused, and succeed afterwards', async () => {
  await using folder = await seededFolder()
  const server = await startServer({ dataDir: folder.dataDir, environment: admin })
  const api = await signedIn(server)
  const templates = await api.call(listTemplates, {})
  const body = {
    id: newId(),
    survey_template_id: templates?.body.survey_templates[0]?.id ?? '',
    survey_name: 'Paused',
    owner_name: 'Nobody',
  }
  const key = newKey()
  const save = () => api.call(createSurvey, { body }, key)
  const read = () => api.call(listSurveys, {})
  const isReady = () => fetch(`${server.address}/api/health/ready`)
  expect((await isReady()).status).toBe(200)
  const pid = Number(
    (await readFile(join(folder.dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0],
  )

  const goOn = await pauseWithChildren(pid)
  try {
    // The database answers none of these while it is paused.
    const [health, ...answers] = await Promise.all([isReady(), save(), read(), save(), read()])
    expect([health?.status, Number(health?.headers.get('retry-after')) > 0]).toEqual([503, true])
    expect(answers.map((answer) => answer?.status)).toEqual([503, 503, 503, 503])
    expect((await isReady()).status).toBe(503)
    expect((await save())?.status).toBe(503)
  } finally {
    goOn()
  }
  await expect.poll(async () => (await isReady()).status).toBe(200)
  expect((await save())?.status).toBe(201)
  expect((await read())?.body.data.map(({ id }) => id)).toEqual([body.id])
  expect(await server.stop()).toBe(0)
}, 120_000)

test('a commit without an answer gives 503, and a retry finds its result', async () => {
  const database = await testDatabase()
  const way = await stallingProxy(database.url)
  const here = await testAppForThisTest({ DATABASE_URL: way.url })
  await addSampleTemplate(here)
  const owner = await here.make.account()
  const body = { survey_template_id: sampleTemplate.id, survey_name: 'Twice', owner_name: 'Nobody' }
  const key = newKey()
  way.swallow('answers to commits')
  expect((await owner.api.call(createSurvey, { body }, { key })).status).toBe(503)
  way.resume()
  const again = await owner.api.call(createSurvey, { body }, { key })
  expect(again.status).toBe(201)
  const made = await here.context.db.selectFrom('survey').select('id').execute()
  expect(made).toEqual([{ id: again.body.data.id }])
  await way.close()
  await database.drop()
})
