import { mkdir, mkdtemp, readdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { logIn } from '#contract/accounts/accounts.ts'
import { autoSave, surveyDetail } from '#contract/surveys/surveys.ts'
import { goodPassword } from './testing/make.ts'
import { addSampleTemplate, allMandatory, save, sectionsOf, startSurvey } from './testing/surveys.ts'
import { type TestApp, testAppForThisTest } from './testing/test-app.ts'
import { openWriteLog, type WriteLine } from './write-log.ts'

const key = '0d0c5a1e-0000-4000-8000-0000000000aa'
const quiet = pino({ level: 'silent' })

async function textOf({ context }: TestApp): Promise<string> {
  return readFile(join(context.config.dataDir, 'logs', 'writes.log'), 'utf8').catch(() => '')
}

async function linesOf(here: TestApp): Promise<WriteLine[]> {
  return (await textOf(here)).split('\n').flatMap((line) => (line === '' ? [] : JSON.parse(line)))
}

async function started(environment: Record<string, string> = {}) {
  const here = await testAppForThisTest(environment)
  await addSampleTemplate(here)
  const owner = await here.make.account()
  return { here, owner, survey: await startSurvey(owner) }
}

test('logs each write with key, survey, account and outcome, and no reads', async () => {
  const { here, owner, survey } = await started()
  await save(owner, survey, allMandatory, key)
  await save(owner, survey, allMandatory, key)
  await save(owner, survey, [{ in: 'Building', field: 'Units', field_value: 'many' }])
  await owner.api.call(surveyDetail, { params: { id: survey.id } })
  const wrong = { user_survey_id: survey.id, user_survey_sections_attributes: sectionsOf(survey, []) }
  await here.api.call(autoSave, { body: wrong })
  await expect.poll(async () => (await linesOf(here)).length).toBe(5)
  const lines = await linesOf(here)
  expect(lines.map(({ endpoint, outcome, status }) => [endpoint, outcome, status])).toEqual([
    ['surveys.create', 'done', 201],
    ['surveys.autoSave', 'done', 200],
    ['surveys.autoSave', 'again', 200],
    ['surveys.autoSave', 'survey.badAnswer', 422],
    ['surveys.autoSave', 'session.missing', 401],
  ])
  expect(lines.map((line) => line.account)).toEqual([owner.id, owner.id, owner.id, owner.id, null])
  // The server would have created the id.
  expect(lines[0]?.survey).toBeNull()
  expect(lines[1]).toMatchObject({ key, survey: survey.id, sent: true })
  expect(lines[2]).toMatchObject({ key, survey: survey.id })
})

test('contains no typed values and no credentials', async () => {
  const { here, owner, survey } = await started()
  const attributes = { email: owner.email, password: goodPassword }
  const { token } = (await here.api.call(logIn, { body: { data: { attributes } } })).body.meta
  const again = { ...owner, api: here.api.withToken(token) }
  await save(again, survey, [{ in: 'Building', field: 'Building name', field_value: 'A secret wing' }])
  // Sends other values instead of ids.
  await here.app.inject({
    method: 'PUT',
    url: '/api/bx_block_survey/users_survey/auto_save_survey_details',
    headers: { token, 'idempotency-key': token },
    payload: { user_survey_id: token, user_survey_sections_attributes: [] },
  })
  await expect.poll(async () => (await linesOf(here)).length).toBe(4)
  const text = await textOf(here)
  for (const secret of [token, goodPassword, owner.email, 'secret wing', survey.survey_name])
    expect(text).not.toContain(secret)
  expect((await linesOf(here)).at(-1)).toMatchObject({ key: null, survey: null, account: owner.id })
})

test('logs the outcome of a call whose caller disconnected', async () => {
  const { here, owner, survey } = await started()
  const { db } = here.context
  const address = new URL(await here.app.listen({ port: 0, host: '127.0.0.1' }))
  const path = '/api/bx_block_survey/users_survey/auto_save_survey_details'
  const user_survey_sections_attributes = sectionsOf(survey, allMandatory)
  const body = JSON.stringify({ user_survey_id: survey.id, user_survey_sections_attributes })
  const headers = { token: owner.api.token ?? '', 'content-type': 'application/json', 'idempotency-key': key }
  await db.transaction().execute(async (tx) => {
    await sql`select from survey where id = ${survey.id} for update`.execute(tx)
    const asked = request(new URL(path, address), { method: 'PUT', headers }).end(body)
    asked.on('error', () => {})
    const waits = sql<{ waits: boolean }>`select exists (select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock') as waits`
    await expect.poll(async () => (await waits.execute(db)).rows[0]?.waits).toBe(true)
    asked.destroy()
    await new Promise((closed) => asked.once('close', closed))
    const left = () =>
      new Promise<number>((count) => here.app.server.getConnections((_, open) => count(open)))
    await expect.poll(left).toBe(0)
    expect(await linesOf(here)).toHaveLength(1)
  })
  await expect.poll(async () => (await linesOf(here)).length).toBe(2)
  const [, line] = await linesOf(here)
  expect(line).toMatchObject({ key, survey: survey.id, outcome: 'done', sent: false })
})

test('is not written if disabled', async () => {
  const { here } = await started({ WRITE_LOG: '0' })
  expect(await readdir(here.context.config.dataDir)).not.toContain('logs')
})

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'fieldbook-log-'))
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  return made
}

const line: WriteLine = {
  ...{ key, endpoint: 'surveys.autoSave', survey: key, account: key, outcome: 'done' },
  ...{ status: 200, sent: true, milliseconds: 1 },
}

test('keeps two files of limited size, also over restarts', async () => {
  const place = await folder()
  const limit = 10_000
  for (let start = 0; start < 4; start++) {
    const log = openWriteLog(place, quiet, limit)
    for (let count = 0; count < 40; count++) {
      log.note({ ...line, milliseconds: start * 40 + count })
      if (count % 10 === 0) await pause(30)
    }
    await log.close()
  }
  const names = (await readdir(place)).sort()
  expect(names).toEqual(['writes.1.log', 'writes.log'])
  let last = -1
  for (const name of names) {
    expect((await stat(join(place, name))).size).toBeLessThanOrEqual(limit)
    for (const text of (await readFile(join(place, name), 'utf8')).trim().split('\n')) {
      const { milliseconds } = JSON.parse(text)
      if (last >= 0) expect(milliseconds).toBe(last + 1)
      last = milliseconds
    }
  }
  expect(last).toBe(159)
})

test('reports a failed write once, and writes later lines', async () => {
  const place = await folder()
  let output = ''
  const write = (text: string) => {
    output += text
  }
  await mkdir(join(place, 'writes.1.log'))
  await writeFile(join(place, 'writes.log'), 'x'.repeat(100))
  const log = openWriteLog(place, pino({ level: 'warn' }, { write }), 300)
  const failed = () => output.match(/cannot be written/g)?.length
  log.note(line)
  await expect.poll(failed).toBe(1)
  log.note(line)
  await rmdir(join(place, 'writes.1.log'))
  log.note(line)
  await expect.poll(() => readdir(place)).toContain('writes.1.log')
  await log.close()
  expect(failed()).toBe(1)
})
