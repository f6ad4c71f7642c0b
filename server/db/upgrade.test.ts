import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { v7 as newId } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { logIn, profile, sessions } from '#contract/accounts.ts'
import { auditLog } from '#contract/admin.ts'
import { settings } from '#contract/settings.ts'
import { listSurveys } from '#contract/surveys.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openContext } from '#server/context-open.ts'
import { migrate, migrationsFolder } from '#server/db/migrate.ts'
import { hashPassword } from '#server/features/accounts/password/hash.ts'
import { templates } from '#server/features/templates/catalogue/templates.ts'
import { hashToken } from '#server/http/access.ts'
import { prepareInstallation } from '#server/installation.ts'
import { ApiClient } from '#server/testing/api.ts'
import { emptyDatabase } from '#server/testing/database.ts'
import { goodPassword } from '#server/testing/make.ts'

const silent = { info() {}, warn() {}, error() {} }
const people = {
  admin: { id: newId(), token: 'a'.repeat(43), email: 'admin@example.com', role: 'admin', phone: '' },
  // Two said the same number: nothing has kept them from it until now.
  nell: {
    id: newId(),
    token: 'b'.repeat(43),
    email: 'nell@example.com',
    role: 'surveyor',
    phone: '+15550100',
  },
  theo: {
    id: newId(),
    token: 'c'.repeat(43),
    email: 'theo@example.com',
    role: 'surveyor',
    phone: '+15550100',
  },
} as const

/** A database of the version before there were people's things, with what such an installation has. */
async function oldInstallation(): Promise<string> {
  const [database, folder] = [await emptyDatabase(), await mkdtemp(join(tmpdir(), 'fieldbook-upgrade-'))]
  onTestFinished(async () => {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })
  for (const name of (await readdir(migrationsFolder)).sort().slice(0, 4))
    await copyFile(join(migrationsFolder, name), join(folder, name))
  const connection = { connectionString: database.url }
  expect(await migrate(connection, silent, folder)).toHaveLength(4)
  const client = new pg.Client(connection)
  await client.connect()
  await fill(client).finally(() => client.end())
  return database.url
}

async function fill(client: pg.Client): Promise<void> {
  const hash = await hashPassword(goodPassword)
  for (const { id, token, email, role, phone } of Object.values(people)) {
    await client.query(
      `insert into account (id, role, email, password_hash, first_name, last_name, full_phone_number)
       values ($1, $2, $3, $4, 'Nell', 'Vance', $5)`,
      [id, role, email, hash, phone],
    )
    await client.query(
      `insert into session (id, account_id, token_hash, restricted, user_agent, expires_at)
       values ($1, $2, $3, false, 'tablet', now() + interval '1 day')`,
      [newId(), id, hashToken(token)],
    )
  }
  const [template] = templates
  if (!template) throw new Error('No template')
  const { series, ...content } = template
  await client.query(
    `insert into template (id, series, version, name, content) values ($1, $2, $3, $4, $5)`,
    [template.id, series, template.version, template.name, JSON.stringify(content)],
  )
  await client.query(
    `insert into survey (id, account_id, template_id, survey_name, owner_name, status, fillable, show_media, hide_empty)
     values ($1, $2, $3, 'Hill House', 'Mrs Dudley', 'Started', 12, true, false)`,
    [newId(), people.nell.id, template.id],
  )
}

test('an installation of the version before goes on: sessions, logins, surveys', async () => {
  const url = await oldInstallation()
  const dataDir = await mkdtemp(join(tmpdir(), 'fieldbook-upgrade-'))
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: url, SAMPLE: '0' })
  const { context, close } = await openContext(config, pino({ level: 'silent' }))
  await prepareInstallation(context)
  const app = await createApp(context, join(dataDir, 'no-web'))
  onTestFinished(async () => {
    await app.close()
    await close()
    await rm(dataDir, { recursive: true, force: true })
  })
  await app.ready()
  const nobody = new ApiClient(app, null)
  const nell = nobody.withToken(people.nell.token)

  const own = await nell.call(profile, {})
  expect([own.status, own.body.data.attributes]).toMatchObject([
    200,
    { email: 'nell@example.com', full_phone_number: '+15550100', email_proven: false, phone_proven: false },
  ])
  const admin = nobody.withToken(people.admin.token)
  expect((await admin.call(profile, {})).body.data.attributes.email_proven).toBe(true)
  expect((await admin.call(auditLog, { query: {} })).body.data).toEqual([])
  expect((await nell.call(settings, {})).body.data.attributes).toMatchObject({
    theme: 'system',
    changed_at: {},
  })
  const listed = await nell.call(listSurveys, { query: {} })
  expect(listed.body.data.map(({ attributes }) => attributes.survey_name)).toEqual(['Hill House'])
  for (const { email } of Object.values(people)) {
    const attributes = { email, password: goodPassword }
    expect((await nobody.call(logIn, { body: { data: { attributes } } })).status).toBe(200)
  }
  expect((await nell.call(sessions, {})).body.data).toHaveLength(2)
})
