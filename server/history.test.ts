import { Kysely, PostgresDialect } from 'kysely'
import { v7 as newId, v4 as newKey } from 'uuid'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { historyHeader, seenHeader, wentBackHeader } from '#contract/history.ts'
import { autoSave, createSurvey, listSurveys } from '#contract/surveys/surveys.ts'
import { listTemplates } from '#contract/templates/templates.ts'
import { openPool } from '#server/db/pool.ts'
import type { DB } from '#server/db/tables.ts'
import { copiedDatabase, type TestDatabase, testDatabase } from '#server/testing/database.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import {
  addSampleTemplate,
  detailOf,
  readSurvey,
  sampleTemplate,
  startSurvey,
} from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { openHistory } from './history.ts'

let here: TestApp
let sam: MadeAccount
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  sam = await here.make.account()
})
afterAll(() => here.close())

const quiet = { info() {}, warn() {}, error() {} }

/** One start of the program on a database, for its history only. */
async function run<Result>(
  { url }: TestDatabase,
  work: (run: {
    history: Awaited<ReturnType<typeof openHistory>>
    write(): Promise<void>
  }) => Promise<Result>,
): Promise<Result> {
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: openPool({ connectionString: url }, quiet) }),
  })
  const history = await openHistory(db, new Date())
  const write = async () => {
    const row = { scope: 'sam', key: newKey(), body_hash: Buffer.from('') }
    const { number } = await db.insertInto('replay').values(row).returning('number').executeTakeFirstOrThrow()
    history.wrote(number ?? 0)
  }
  return work({ history, write }).finally(() => db.destroy())
}

function creation() {
  return {
    body: { id: newId(), survey_template_id: sampleTemplate.id, survey_name: 'A', owner_name: 'B' },
  }
}

async function ownDatabase(made: Promise<TestDatabase>): Promise<TestDatabase> {
  const database = await made
  onTestFinished(() => database.drop())
  return database
}

test('a start’s history contains earlier points, even after their replies are deleted', async () => {
  const database = await ownDatabase(testDatabase())
  const replies = await run(database, async ({ history, write }) => {
    const before = history.point()
    await write()
    await history.note()
    return [before, history.point()]
  })
  expect(new Set(replies).size).toBe(2)
  const holds = () => run(database, async ({ history }) => replies.map((point) => history.holds(point)))
  expect(await holds()).toEqual([true, true])
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: openPool({ connectionString: database.url }, quiet) }),
  })
  await db.deleteFrom('replay').execute()
  await db.destroy()
  expect(await holds()).toEqual([true, true])
})

test('a restored copy contains points from before the copy, and no later ones', async () => {
  const database = await ownDatabase(testDatabase())
  const backedUp = await run(database, async ({ history, write }) => {
    await write()
    return history.point()
  })
  const backup = await ownDatabase(copiedDatabase(database))
  const lost = await run(database, async ({ history, write }) => {
    const begun = history.point()
    await write()
    return [begun, history.point()]
  })
  await run(backup, async ({ history, write }) => {
    // The same number of writes as were lost, so that numbers alone do not differ.
    await write()
    await write()
    expect([backedUp, ...lost, 'x', '', `${newId()}.1`].map((point) => history.holds(point))).toEqual([
      true,
      ...[false, false, false, false, false],
    ])
  })
})

test('a copy of a running program is distinguished by the number of writes', async () => {
  const database = await ownDatabase(testDatabase())
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: openPool({ connectionString: database.url }, quiet) }),
  })
  const { lost, held, key } = await run(database, async ({ history, write }) => {
    await write()
    const held = history.point()
    await write()
    const last = await db
      .selectFrom('replay')
      .select('key')
      .orderBy('number', 'desc')
      .executeTakeFirstOrThrow()
    return { held, lost: history.point(), key: last.key }
  })
  // The copy lacks the last write.
  await db.deleteFrom('replay').where('key', '=', key).execute()
  await db.destroy()
  await run(database, async ({ history }) => {
    expect([history.holds(held), history.holds(lost)]).toEqual([true, false])
  })
})

test('replies include the point only for signed-in callers', async () => {
  const own = await sam.api.call(listSurveys, {})
  const point = String(own.headers[historyHeader])
  expect(here.context.history.holds(point)).toBe(true)
  const others = [await here.api.call(listSurveys, {}), await here.api.call(listTemplates, {})]
  expect(others.map(({ headers }) => headers[historyHeader])).toEqual([undefined, undefined])
  await sam.api.call(createSurvey, creation(), { key: newKey() })
  const { headers } = await sam.api.call(listSurveys, {}, { headers: { [seenHeader]: point } })
  expect([headers[historyHeader] === point, headers[wentBackHeader]]).toEqual([false, undefined])
})

test('a replayed write returns a point that includes it', async () => {
  const key = newKey()
  const input = creation()
  const first = await sam.api.call(createSurvey, input, { key })
  const again = await sam.api.call(createSurvey, input, { key })
  expect(again.headers[historyHeader]).toBe(first.headers[historyHeader])
})

test('a device with a later point can read, gets a warning, and cannot write before comparing', async () => {
  const survey = await startSurvey(sam)
  const headers = { [seenHeader]: `${newId()}.1` }
  const read = await sam.api.call(listSurveys, {}, { headers })
  expect([read.status, read.headers[wentBackHeader]]).toEqual([200, '1'])
  const answer = detailOf(survey, 'Building', 'Building name')
  const section = survey.user_survey_sections[0]
  const input = {
    body: {
      user_survey_id: survey.id,
      user_survey_sections_attributes: [
        {
          id: section?.id ?? '',
          user_survey_sub_sections_attributes: [
            {
              id: section?.user_survey_sub_sections[0]?.id ?? '',
              user_survey_sub_section_details_attributes: [{ id: answer.id, field_value: 'Pier' }],
            },
          ],
        },
      ],
    },
  }
  const key = newKey()
  const refused = await sam.api.call(autoSave, input, { headers, key })
  expect([refused.status, refused.headers[wentBackHeader]]).toEqual([412, '1'])
  expect(await readSurvey(sam, survey.id)).toEqual(survey)
  // Sends the earlier point, as older apps do without headers.
  const point = String(refused.headers[historyHeader])
  const taken = await sam.api.call(autoSave, input, { headers: { [seenHeader]: point }, key })
  const earlier = await sam.api.call(autoSave, input)
  expect([taken.status, earlier.status]).toEqual([200, 200])
})
