import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { v7 as newId } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { logIn, profile, sessions } from '#contract/accounts/accounts.ts'
import { settings } from '#contract/accounts/settings.ts'
import { auditLog } from '#contract/admin/admin.ts'
import { addMember } from '#contract/sharing/members.ts'
import { recoveredAnswers, restoreRecovered } from '#contract/surveys/survey-recovered.ts'
import { listSurveys, surveyDetail } from '#contract/surveys/surveys.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openContext } from '#server/context-open.ts'
import { migrate, migrationsFolder } from '#server/db/migrate.ts'
import { hashPassword } from '#server/features/accounts/password/hash.ts'
import { templates } from '#server/features/templates/catalogue/templates.ts'
import { hashToken } from '#server/http/authenticate.ts'
import { prepareInstallation } from '#server/installation.ts'
import { ApiClient } from '#server/testing/api.ts'
import { emptyDatabase } from '#server/testing/database.ts'
import { goodPassword } from '#server/testing/make.ts'
import { emptySubSection, newSurvey } from '#survey/survey.ts'

const silent = { info() {}, warn() {}, error() {} }
const people = {
  admin: { id: newId(), token: 'a'.repeat(43), email: 'admin@example.com', role: 'admin', phone: '' },
  // Two accounts with the same number, which earlier versions allowed.
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

/** Creates a database of an earlier version, with the given number of migrations, and fills it. */
async function oldInstallation(migrations: number, fill: (client: pg.Client) => Promise<void>) {
  const [database, folder] = [await emptyDatabase(), await mkdtemp(join(tmpdir(), 'fieldbook-upgrade-'))]
  onTestFinished(async () => {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })
  for (const name of (await readdir(migrationsFolder)).sort().slice(0, migrations))
    await copyFile(join(migrationsFolder, name), join(folder, name))
  const connection = { connectionString: database.url }
  expect(await migrate(connection, silent, folder)).toHaveLength(migrations)
  const client = new pg.Client(connection)
  await client.connect()
  await fill(client).finally(() => client.end())
  return database.url
}

/** Starts the current program on the database. */
async function started(url: string) {
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
  return new ApiClient(app, null)
}

async function fillPeople(client: pg.Client): Promise<void> {
  const hash = await hashPassword(goodPassword, { account: 'test' })
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
}

/** Adds a survey without its sections. */
async function fillSurvey(client: pg.Client) {
  const [template] = templates
  if (!template) throw new Error('No template')
  const { series, ...content } = template
  await client.query(
    `insert into template (id, series, version, name, content) values ($1, $2, $3, $4, $5)`,
    [template.id, series, template.version, template.name, JSON.stringify(content)],
  )
  const named = { id: newId(), name: 'Hill House', owner: 'Mrs Dudley', createdBy: '', at: '2026-05-01' }
  await client.query(
    `insert into survey (id, account_id, template_id, survey_name, owner_name, status, fillable, show_media, hide_empty)
     values ($1, $2, $3, $4, $5, 'Started', 12, true, false)`,
    [named.id, people.nell.id, template.id, named.name, named.owner],
  )
  return newSurvey(template, named)
}

/**
 * Fills a database from before surveys were shared: a survey with photos, one of them in a deleted sub-section.
 */
async function fillDeleted(client: pg.Client) {
  await fillPeople(client)
  await client.query(`update account set email_proven_at = now()`)
  const survey = await fillSurvey(client)
  const add = (table: string, row: Record<string, unknown>) =>
    client.query(
      `insert into ${table} (${Object.keys(row)}) values (${Object.keys(row).map((_, n) => `$${n + 1}`)})`,
      Object.values(row),
    )
  const survey_id = survey.id
  const repeated = survey.sections.find(({ definition }) => definition.addSimilar)
  if (!repeated) throw new Error('No repeated section')
  const gone = emptySubSection(newId(), repeated.definition)
  for (const [position, { id, definition, subSections }] of survey.sections.entries()) {
    await add('survey_section', { id, survey_id, template_section_id: definition.id, position })
    for (const part of id === repeated.id ? [...subSections, gone] : subSections) {
      const deleted_at = part === gone ? new Date() : null
      await add('sub_section', { id: part.id, survey_id, section_id: id, deleted_at })
      for (const { id: answer, field } of part.answers)
        await add('answer', { id: answer, survey_id, sub_section_id: part.id, template_field_id: field.id })
    }
  }
  const [answer_id, kept] = [gone.answers[0]?.id, repeated.subSections[0]?.answers[0]?.id]
  await add('recovered_answer', { id: newId(), answer_id, survey_id, value: 'Late', value_list: [] })
  for (const of of [answer_id, kept]) {
    const [file_id, upload_id] = [newId(), newId()]
    await add('stored_file', { id: file_id, account_id: people.nell.id, kind: 'photo' })
    for (const name of ['original', 'view', 'thumb'])
      await add('rendition', {
        ...{ file_id, name, store_key: newId(), content_type: 'image/jpeg', size: 1, sha256: '', crc32: 0 },
        ...{ width: 1, height: 1 },
      })
    await add('upload', { id: upload_id, survey_id, answer_id: of, hashes: [] })
    await add('media', {
      ...{ id: newId(), upload_id, survey_id, answer_id: of, file_id, kind: 'photo', filename: 'a.jpg' },
    })
  }
  return { survey, section: repeated }
}

test('an earlier installation keeps its sessions, logins and surveys', async () => {
  const nobody = await started(
    await oldInstallation(4, async (client) => {
      await fillPeople(client)
      await fillSurvey(client)
    }),
  )
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

test('surveys from before sharing can be shared, edited and recovered', async () => {
  let old: Awaited<ReturnType<typeof fillDeleted>> | undefined
  const nobody = await started(
    await oldInstallation(5, async (client) => {
      old = await fillDeleted(client)
    }),
  )
  if (!old) throw new Error('Not filled')
  const { survey, section } = old
  const [nell, theo] = [nobody.withToken(people.nell.token), nobody.withToken(people.theo.token)]
  const at = { params: { id: survey.id } }
  const recovered = await nell.call(recoveredAnswers, at)
  expect(recovered.body.data.map(({ type, attributes }) => [type, attributes.field_value])).toEqual([
    ['recovered_answer', 'Late'],
  ])
  const body = { email: people.theo.email, role: 'editor' as const }
  expect((await nell.call(addMember, { ...at, body })).status).toBe(201)
  const seen = await theo.call(surveyDetail, at)
  const parts = seen.body.data.attributes.user_survey_sections.find(({ id }) => id === section.id)
  const details = parts?.user_survey_sub_sections.map((part) => part.user_survey_sub_section_details)
  expect(details?.map((all) => all.flatMap(({ photos }) => photos).length)).toEqual([1])
  const restored = await theo.call(restoreRecovered, {
    params: { ...at.params, recovered_id: recovered.body.data[0]?.id ?? '' },
    body: { user_survey_sub_section_id: section.subSections[0]?.id ?? '' },
  })
  expect(restored.status).toBe(200)
  expect((await nell.call(recoveredAnswers, at)).body.data).toEqual([])
})
