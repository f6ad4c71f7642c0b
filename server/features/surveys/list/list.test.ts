import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examples, listed } from '#contract/rules/survey-list-examples.ts'
import { deleteSurvey, listSurveys } from '#contract/surveys/surveys.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import {
  addSampleTemplate,
  allMandatory,
  sampleTemplate,
  save,
  startSurvey,
} from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
let eve: MadeAccount
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  eve = await here.make.account()
})
afterAll(() => here.close())

async function names(account: MadeAccount, query: Parameters<typeof ask>[1] = {}) {
  const { body } = await ask(account, query)
  return body.data.map(({ attributes }) => attributes.survey_name)
}

function ask(
  account: MadeAccount,
  query: {
    per_page?: string
    page?: string
    search_query?: string
    start_date?: string
    end_date?: string
    time_zone?: string
    order?: 'created' | 'edited'
    edited_since?: string
    status?: 'Started' | 'Completed'
    survey_template_id?: string
  },
) {
  return account.api.call(listSurveys, { query })
}

/** A survey with the given creation time. */
async function startedAt(account: MadeAccount, name: string, at: string, ownerName = 'Somebody') {
  const { id } = await startSurvey(account, { name, ownerName })
  await here.context.db.updateTable('survey').set({ created_at: at }).where('id', '=', id).execute()
  return id
}

test('requires a full session', async () => {
  const restricted = await here.make.account({ passwordIsOwn: false })
  const refused = [await here.api.call(listSurveys, { query: {} }), await ask(restricted, {})]
  expect(refused.map(({ status }) => status)).toEqual([401, 403])
})

test('contains only the account’s own surveys, newest first, without deleted ones', async () => {
  const mine = await here.make.account()
  expect(await ask(mine, {})).toMatchObject({
    status: 200,
    body: { data: [], meta: { total_pages: 0, total_count: 0, current_page: 1, owned_count: 0 } },
  })
  await startedAt(mine, 'Old', '2026-01-01T00:00:00Z')
  await startedAt(mine, 'New', '2026-01-03T00:00:00Z')
  const gone = await startedAt(mine, 'Gone', '2026-01-02T00:00:00Z')
  await mine.api.call(deleteSurvey, { params: { id: gone } })
  expect(await names(mine)).toEqual(['New', 'Old'])
  expect(await names(eve)).toEqual([])
})

test('contains the displayed columns, with the current progress', async () => {
  const mine = await here.make.account()
  const survey = await startSurvey(mine)
  await save(mine, survey, allMandatory.slice(0, 3))
  const { body } = await ask(mine, {})
  expect(body.data[0]).toMatchObject({
    id: survey.id,
    type: 'users_survey',
    attributes: {
      survey_name: 'Hill House',
      owner: 'Mrs Dudley',
      created_by: 'Sam Rivera',
      progress: '50% completed',
      status: 'Started',
      date_created: survey.date_created,
      survey_template_id: survey.survey_template_id,
    },
  })
})

describe('pages', () => {
  let mine: MadeAccount
  beforeAll(async () => {
    mine = await here.make.account()
    for (let number = 1; number <= 12; number++)
      await startedAt(mine, `Survey ${number}`, `2026-02-01T00:00:${String(number).padStart(2, '0')}Z`)
  })

  test('have ten surveys each', async () => {
    const first = await ask(mine, {})
    expect(first.body.data).toHaveLength(10)
    expect(first.body.meta).toEqual({ total_pages: 2, total_count: 12, current_page: 1, owned_count: 12 })
    expect(await names(mine, { page: '2' })).toEqual(['Survey 2', 'Survey 1'])
  })

  test('past the last one are empty, with the same totals', async () => {
    const beyond = await ask(mine, { page: '9' })
    expect([beyond.status, beyond.body.data.length]).toEqual([200, 0])
    expect(beyond.body.meta).toEqual({ total_pages: 2, total_count: 12, current_page: 9, owned_count: 12 })
  })

  test.each([
    ['0', 1],
    ['5', 5],
    ['100000', 12],
  ])('of %s are clamped to the allowed range', async (per_page, length) => {
    expect((await ask(mine, { per_page })).body.data).toHaveLength(length)
  })

  test('must be numbers', async () => {
    expect((await ask(mine, { page: 'one' })).status).toBe(422)
  })
})

describe('search', () => {
  let mine: MadeAccount
  beforeAll(async () => {
    mine = await here.make.account()
    await startedAt(mine, 'Élan 100%', '2026-01-01T00:00:00Z', 'Anna')
    await startedAt(mine, 'a_b \\ c', '2026-01-02T00:00:00Z', 'Bob')
    await startedAt(mine, 'Plain', '2026-01-03T00:00:00Z', 'élan vital')
  })

  test.each([
    ['ÉLAN', ['Plain', 'Élan 100%']],
    ['anna', ['Élan 100%']],
    ['%', ['Élan 100%']],
    ['_', ['a_b \\ c']],
    ['\\', ['a_b \\ c']],
    ['  plain ', ['Plain']],
    ['\u0000', ['Plain', 'a_b \\ c', 'Élan 100%']],
    ["'; drop table survey; --", []],
  ])('for %j matches the names of survey and owner', async (search_query, found) => {
    expect(await names(mine, { search_query })).toEqual(found)
  })
})

describe('dates', () => {
  let mine: MadeAccount
  beforeAll(async () => {
    mine = await here.make.account()
    await startedAt(mine, 'Before', '2026-03-07T23:59:59.999Z')
    await startedAt(mine, 'First', '2026-03-08T00:00:00Z')
    await startedAt(mine, 'Last', '2026-03-09T23:59:59.999Z')
    await startedAt(mine, 'After', '2026-03-10T00:00:00Z')
  })

  test('are inclusive, in UTC unless a zone is given', async () => {
    const range = { start_date: '08-03-2026', end_date: '09-03-2026' }
    expect(await names(mine, range)).toEqual(['Last', 'First'])
    expect(await names(mine, { ...range, time_zone: 'America/New_York' })).toEqual(['After', 'Last'])
    expect(await names(mine, { ...range, time_zone: '+05:30' })).toEqual(['First', 'Before'])
  })

  test('may be open at one end', async () => {
    expect(await names(mine, { start_date: '10-03-2026' })).toEqual(['After'])
    expect(await names(mine, { end_date: '07-03-2026' })).toEqual(['Before'])
    expect(await names(mine, { start_date: '01-01-0001', end_date: '31-12-9999' })).toHaveLength(4)
  })

  test.each([
    { start_date: '31-02-2026' },
    { start_date: 'yesterday' },
    { end_date: '2026-02-01' },
    { time_zone: 'Mars/Olympus' },
    { start_date: 'yesterday', end_date: '99-99-9999' },
  ])('must be valid, and each invalid one is reported once: %o', async (query) => {
    const { status, errors } = await ask(mine, query)
    expect([status, errors.flatMap((line) => Object.keys(line))]).toEqual([422, Object.keys(query)])
  })
})

test('matches the same surveys as an offline device', async () => {
  const mine = await here.make.account()
  const ids: string[] = []
  for (const { survey_name, owner, date_created } of listed)
    ids.push(await startedAt(mine, survey_name, date_created, owner))
  for (const { query, finds } of examples) {
    const { body } = await ask(mine, query)
    expect([query, body.data.map(({ id }) => ids.indexOf(id))]).toEqual([query, finds])
  }
})

test('sorts by last edit on request, for devices that look for changes', async () => {
  const mine = await here.make.account()
  await startedAt(mine, 'New', '2026-01-03T00:00:00Z')
  const old = await startSurvey(mine, { name: 'Old' })
  await startedAt(mine, 'Newest', '2026-01-04T00:00:00Z')
  await here.context.db
    .updateTable('survey')
    .set({ created_at: '2026-01-01T00:00:00Z', updated_at: '2030-01-01T00:00:00Z' })
    .where('id', '=', old.id)
    .execute()
  expect(await names(mine)).toEqual(['Newest', 'New', 'Old'])
  expect((await names(mine, { order: 'edited' }))[0]).toBe('Old')
})

describe('for programs that copy surveys', () => {
  let mine: MadeAccount
  beforeAll(async () => {
    mine = await here.make.account()
    await edited('Old', '2026-03-01T00:00:00Z', 'Started')
    await edited('Done', '2026-03-02T00:00:00Z', 'Completed')
  })

  async function edited(name: string, updated_at: string, status: string) {
    const id = await startedAt(mine, name, '2026-01-01T00:00:00Z')
    const { db } = here.context
    await db.updateTable('survey').set({ updated_at, status }).where('id', '=', id).execute()
  }

  test.each([
    [{ edited_since: '2026-03-02T00:00:00Z' }, ['Done']],
    [{ edited_since: '2026-03-01T00:00:00.000+00:00', order: 'edited' }, ['Done', 'Old']],
    [{ edited_since: '2026-03-03T00:00:00Z' }, []],
    [{ status: 'Completed' }, ['Done']],
    [{ status: 'Started', edited_since: '2026-03-02T00:00:00Z' }, []],
    [{ survey_template_id: sampleTemplate.id }, ['Done', 'Old']],
    [{ survey_template_id: '01a22705-ebf0-7602-aa23-89183de35a26' }, []],
  ] as const)('%j returns %j, and counts them', async (query, found) => {
    const { body } = await ask(mine, query)
    expect(body.data.map(({ attributes }) => attributes.survey_name)).toEqual(found)
    expect(body.meta.total_count).toBe(found.length)
  })

  test('a template is found by the id of another version', async () => {
    const id = '01a22705-ebf0-7602-aa23-89183de35a26'
    const { db } = here.context
    const newer = { id, series: 'sample', version: 2, name: 'Newer', content: JSON.stringify({}) }
    await db.insertInto('template').values(newer).execute()
    try {
      expect(await names(mine, { survey_template_id: id })).toEqual(['Done', 'Old'])
    } finally {
      await db.deleteFrom('template').where('id', '=', id).execute()
    }
  })

  test.each([{ status: 'Open' }, { edited_since: 'yesterday' }, { survey_template_id: 'x' }])(
    '%j is rejected',
    async (query) => {
      expect((await ask(mine, query as never)).status).toBe(422)
    },
  )
})
