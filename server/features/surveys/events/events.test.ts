import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { logOut } from '#contract/accounts/accounts.ts'
import { limits } from '#contract/limits.ts'
import { surveyEvents } from '#contract/surveys/survey-events.ts'
import { addSimilar, deleteSurvey, type SurveyDetail, submitSurvey } from '#contract/surveys/surveys.ts'
import { archiveForm, createForm, publishForm, restoreForm } from '#contract/templates/custom-forms.ts'
import { makeLog } from '#server/context-open.ts'
import type { ApiClient } from '#server/testing/api.ts'
import { EventReader } from '#server/testing/event-reader.ts'
import { type MadeAccount, otherSession } from '#server/testing/make.ts'
import {
  addSampleTemplate,
  allMandatory,
  type Change,
  detailOf,
  readSurvey,
  save,
  sectionNamed,
  startSurvey,
} from '#server/testing/surveys.ts'
import { type TestApp, testApp, testAppForThisTest } from '#server/testing/test-app.ts'
import { forgetOldEvents, readEvents } from './data.ts'
import { liveEvents } from './live.ts'

let here: TestApp
/** One person on two devices. */
let sam: MadeAccount
let samsTablet: MadeAccount
beforeAll(async () => {
  here = await listening(await testApp())
  sam = await here.make.account()
  samsTablet = { ...sam, api: await otherSession(sam) }
})
afterAll(() => here.close())

const opened: EventReader[] = []
afterEach(() => {
  for (const reader of opened.splice(0)) reader.close()
})

async function listening(app: TestApp): Promise<TestApp> {
  await addSampleTemplate(app)
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  return app
}

async function open(
  reader: { readonly api: ApiClient },
  surveyId: string,
  {
    headers = {},
    query = '',
    app = here,
  }: { headers?: Record<string, string>; query?: string; app?: TestApp } = {},
): Promise<EventReader> {
  const { port } = app.app.server.address() as AddressInfo
  const path = surveyEvents.path.replace('{id}', surveyId)
  const token = reader.api.token
  const stream = await EventReader.open(`http://127.0.0.1:${port}/api${path}${query}`, {
    ...(token === null ? {} : { token }),
    ...headers,
  })
  opened.push(stream)
  return stream
}

/** Opens a stream and reads its first event. */
async function openAndRead(...given: Parameters<typeof open>): Promise<EventReader> {
  const stream = await open(...given)
  expect(await stream.next()).toMatchObject({ event: 'open', data: {} })
  return stream
}

function notes(text: string, more: Partial<Change> = {}): Change {
  return { in: 'Building', field: 'Notes', field_value: text, ...more }
}

function values({ data }: { data: { answers: { field_value: string }[] } }): string[] {
  return data.answers.map(({ field_value }) => field_value)
}

test('callers who may not read the survey get no events', async () => {
  const survey = await startSurvey(sam)
  const [restricted, eve] = [await here.make.account({ passwordIsOwn: false }), await here.make.account()]
  const refused = [
    await open(here, survey.id),
    await open(restricted, survey.id),
    await open(eve, survey.id),
    await open(sam, newId()),
  ]
  expect(refused.map(({ status }) => status)).toEqual([401, 403, 404, 404])
})

describe('a change', () => {
  test('is sent to the other device, with editor and time, and not to its own', async () => {
    const survey = await startSurvey(sam)
    const [tablet, phone] = [await openAndRead(samsTablet, survey.id), await openAndRead(sam, survey.id)]
    await save(sam, survey, [notes('Damp', { edited_at: '2026-05-01T10:00:00.000Z', base_revision: 0 })])
    const { id } = detailOf(survey, 'Building', 'Notes')
    expect(await tablet.next()).toEqual({
      event: 'answers',
      id: expect.any(Number),
      data: {
        answers: [
          {
            ...{ id, field_value: 'Damp', field_value_multiple: [], revision: 1, copied_from: null },
            ...{ edited_at: '2026-05-01T10:00:00.000Z', edited_by: 'Sam Rivera' },
          },
        ],
        progress: '0% completed',
        last_edited: (await readSurvey(sam, survey.id)).last_edited,
      },
    })
    await save(samsTablet, survey, [notes('Dry')])
    expect(values(await phone.next())).toEqual(['Dry'])
  })

  test('uses the reader’s language', async () => {
    const survey = await startSurvey(sam)
    const tablet = await openAndRead(samsTablet, survey.id, { headers: { 'accept-language': 'es' } })
    await save(sam, survey, [notes('Damp')])
    expect((await tablet.next()).data.progress).toBe('0% completado')
  })

  test('of another kind asks devices to reload the survey', async () => {
    const survey = await startSurvey(sam)
    const tablet = await openAndRead(samsTablet, survey.id)
    await sam.api.call(submitSurvey, { params: { id: survey.id }, body: { survey_name: 'Hill End' } })
    const { last_edited } = await readSurvey(sam, survey.id)
    expect(await tablet.next()).toMatchObject({ event: 'survey', data: { last_edited } })
  })

  test('with too much text for a slow phone asks for a reload too', async () => {
    const survey = await startSurvey(sam)
    await save(sam, survey, allMandatory)
    const user_survey_section_id = sectionNamed(survey, 'Building').id
    const place = { user_survey_id: survey.id, user_survey_section_id }
    // Sub-sections added by other devices need not be filled in.
    for (let n = 0; n < 3; n++) await (await otherSession(sam)).call(addSimilar, { body: place })
    const wide = await readSurvey(sam, survey.id)
    const tablet = await openAndRead(samsTablet, survey.id)
    const long = [0, 1, 2, 3].map((index) => notes('€'.repeat(limits.answerMax), { index }))
    expect((await save(sam, wide, long)).status).toBe(200)
    expect(await tablet.next()).toMatchObject({ event: 'survey' })
    await save(sam, wide, [notes('Short')])
    expect(values(await tablet.next())).toEqual(['Short'])
  })

  test('that was rejected, or changed nothing, is not sent', async () => {
    const survey = await startSurvey(sam)
    const tablet = await openAndRead(samsTablet, survey.id)
    const said = notes('Damp', { edited_at: '2026-05-01T10:00:00.000Z' })
    await save(sam, survey, [said])
    expect(values(await tablet.next())).toEqual(['Damp'])
    await save(sam, survey, [said])
    await save(sam, survey, [notes('x', { field: 'Units' })])
    await save(sam, survey, [notes('Last', { field: 'Building name' })])
    expect(values(await tablet.next())).toEqual(['Last'])
  })
})

test('the stream is not cached, buffered or compressed', async () => {
  const survey = await startSurvey(sam)
  const { response } = await open(sam, survey.id, { headers: { 'accept-encoding': 'gzip' } })
  expect(response.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  expect(response.headers['content-encoding']).toBeUndefined()
})

test("template events go to all streams, and do not change a stream's position", async () => {
  const survey = await startSurvey(sam)
  const stream = await openAndRead(samsTablet, survey.id)
  const admin = (await here.make.account({ role: 'admin' })).api
  const fields = [{ key: 'lock', name: 'Lock', type: 'text' as const }]
  const sections = [{ key: 'closet', name: 'Closet', fields }]
  const form = { schema: 'fieldbook-form/1' as const, name: 'Closets', sections }
  const { id } = (await admin.call(createForm, { body: { form } })).body.data
  await admin.call(publishForm, { params: { id }, body: {} })
  await admin.call(archiveForm, { params: { id } })
  await admin.call(archiveForm, { params: { id } })
  await admin.call(restoreForm, { params: { id } })
  for (const event of ['templates.published', 'templates.archived', 'templates.restored'])
    expect(await stream.next()).toMatchObject({ event, data: {} })
  await save(sam, survey, [notes('Damp')])
  expect(values(await stream.next())).toEqual(['Damp'])
})

describe('a reader that reconnects', () => {
  async function threeChanges(survey: SurveyDetail) {
    const first = await open(samsTablet, survey.id)
    const { id } = await first.next()
    await save(sam, survey, [notes('One')])
    // Two close changes may arrive as one event.
    const one = await first.next()
    await save(samsTablet, survey, [notes('Mine')])
    await save(sam, survey, [notes('2', { field: 'Units' })])
    return { start: id, one, two: await first.next() }
  }

  test.each(['header', 'query'])('gets missed events, by the %s', async (by) => {
    const survey = await startSurvey(sam)
    await save(sam, survey, [notes('Zero')])
    const { start, two } = await threeChanges(survey)
    const again = await openAndRead(
      samsTablet,
      survey.id,
      by === 'header' ? { headers: { 'last-event-id': `${start}` } } : { query: `?last_event_id=${start}` },
    )
    const missed = await again.next()
    // Current values: the device's own later value is among them.
    expect([missed.event, values(missed).toSorted(), missed.id]).toEqual(['answers', ['2', 'Mine'], two.id])
    const upToDate = await openAndRead(samsTablet, survey.id, { headers: { 'last-event-id': `${two.id}` } })
    await save(sam, survey, [notes('Next')])
    expect(values(await upToDate.next())).toEqual(['Next'])
  })

  test.each(['a deleted id', 'a foreign id', 'an invalid id'])(
    '%s makes it read the survey again',
    async (what) => {
      const survey = await startSurvey(sam)
      const { one, two } = await threeChanges(survey)
      const late = new Date(Date.now() + 60_000)
      if (what === 'a deleted id') await forgetOldEvents(here.context.db, late)
      const id = what === 'a deleted id' ? one.id : what === 'an invalid id' ? 'x1' : two.id + 999_999
      const again = await openAndRead(samsTablet, survey.id, { headers: { 'last-event-id': `${id}` } })
      expect(await again.next()).toMatchObject({ event: 'survey', id: two.id })
      await save(sam, survey, [notes('Next')])
      expect(values(await again.next())).toEqual(['Next'])
    },
  )

  test('knows from the newest event, which is never deleted, that it missed nothing', async () => {
    const survey = await startSurvey(sam)
    const { two } = await threeChanges(survey)
    await forgetOldEvents(here.context.db, new Date(Date.now() + 60_000))
    const again = await openAndRead(samsTablet, survey.id, { headers: { 'last-event-id': `${two.id}` } })
    await save(sam, survey, [notes('Next')])
    expect(values(await again.next())).toEqual(['Next'])
  })
})

test('simultaneous saves are all sent, in order', async () => {
  const survey = await startSurvey(sam)
  const tablet = await openAndRead(samsTablet, survey.id)
  const saves = Array.from({ length: 24 }, (_, n) =>
    save(sam, survey, [
      notes(`${n}`, { field: n % 2 ? 'Notes' : 'Building name', edited_at: moment(n), base_revision: 0 }),
    ]),
  )
  await Promise.all(saves)
  await save(sam, survey, [notes('7', { field: 'Units' })])
  const seen = new Map<string, string>()
  const ids: number[] = []
  while (seen.get(detailOf(survey, 'Building', 'Units').id) !== '7') {
    const { id, data } = await tablet.next()
    ids.push(id)
    for (const answer of data.answers) seen.set(answer.id, answer.field_value)
  }
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  const now = await readSurvey(sam, survey.id)
  for (const field of ['Notes', 'Building name']) {
    const { id, field_value } = detailOf(now, 'Building', field)
    expect(seen.get(id)).toBe(field_value)
  }
})

function moment(second: number): string {
  return new Date(Date.UTC(2026, 4, 1, 10, 0, second)).toISOString()
}

describe('the end of access', () => {
  test('all readers of a deleted survey get a gone event, including the one who deleted it', async () => {
    const survey = await startSurvey(sam)
    const streams = [await openAndRead(sam, survey.id), await openAndRead(samsTablet, survey.id)]
    await sam.api.call(deleteSurvey, { params: { id: survey.id } })
    for (const stream of streams) {
      expect(await stream.next()).toMatchObject({ event: 'gone', data: {} })
      await stream.ended
    }
  })

  test('an ended session gets nothing more, not even a gone event, and must log in again', async () => {
    const survey = await startSurvey(sam)
    const [gone, silent] = [await otherSession(sam), await otherSession(sam)]
    const stream = await openAndRead({ api: gone }, survey.id)
    await gone.call(logOut, {})
    await save(sam, survey, [notes('Not for those who left')])
    await stream.ended
    const quiet = await openAndRead({ api: silent }, survey.id)
    await silent.call(logOut, {})
    await liveEvents(here.context).beat()
    await quiet.ended
    expect([stream, quiet].map(({ events }) => events.map(({ event }) => event))).toEqual([
      ['open'],
      ['open'],
    ])
    expect((await open({ api: silent }, survey.id)).status).toBe(401)
  })

  test('a reader who keeps access only gets the heartbeat', async () => {
    const survey = await startSurvey(sam)
    const stream = await openAndRead(sam, survey.id)
    await liveEvents(here.context).beat()
    await save(samsTablet, survey, [notes('After the beat')])
    expect(values(await stream.next())).toEqual(['After the beat'])
    expect(stream.comments).toBe(1)
  })
})

test('the ids of a save of thousands are not read', async () => {
  const survey = await startSurvey(sam)
  const { db } = here.context
  await sql`insert into survey_event (survey_id, session_id, kind, answers)
    select ${survey.id}, ${newId()}, 'answers', (
      select jsonb_agg(gen_random_uuid()) from generate_series(1, 501))`.execute(db)
  expect(await readEvents(db, survey.id, 0)).toMatchObject([{ kind: 'survey', answers: [] }])
})

test('an account has a limited number of streams, and closed ones are freed', async () => {
  const crowd = await here.make.account()
  const [survey, other] = [await startSurvey(crowd), await startSurvey(crowd)]
  const elsewhere = await otherSession(crowd)
  const live = liveEvents(here.context)
  const before = live.count
  for (let round = 0; round < 7; round++) {
    const streams = await Promise.all(
      Array.from({ length: limits.eventStreamsPerAccount }, () => openAndRead(crowd, survey.id)),
    )
    const refused = [await open(crowd, other.id), await open({ api: elsewhere }, survey.id)]
    for (const { status, response } of refused)
      expect([status, response.headers['retry-after']]).toEqual([429, '60'])
    for (const stream of streams) stream.close()
    await expect.poll(() => live.count).toBe(before)
  }
  await openAndRead(crowd, survey.id)
})

test('of two hundred simultaneous streams of a session some are rejected as too many, and none fails', async () => {
  let written = ''
  const place = {
    write(line: string) {
      written += line
    },
  }
  const app = await listening(await testAppForThisTest({}, makeLog({ logLevel: 'warn' }, place)))
  const one = await app.make.account()
  const { id } = await startSurvey(one)
  const asked = Array.from({ length: 200 }, () => open(one, id, { app }))
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([])
  expect(statuses).toContain(200)
  expect(written).not.toContain('"level":50')
})

test('a device with a bad network is not locked out by its lost streams', async () => {
  const train = await here.make.account()
  const survey = await startSurvey(train)
  const lost = []
  for (let n = 0; n < limits.eventStreamsPerAccount; n++) lost.push(await openAndRead(train, survey.id))
  const again = await openAndRead(train, survey.id)
  await lost[0]?.ended
  await save({ ...train, api: await otherSession(train) }, survey, [notes('Here')])
  expect(values(await again.next())).toEqual(['Here'])
})

test('a lost database connection is reopened, and no event is missed', async () => {
  const survey = await startSurvey(sam)
  const stream = await openAndRead(samsTablet, survey.id)
  const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'fieldbook-events'`.execute(here.context.db)
  expect(rows).toHaveLength(1)
  await save(sam, survey, [notes('Told to nobody')])
  expect(values(await stream.next())).toEqual(['Told to nobody'])
})

test('a stop ends all streams at once, and other calls finish', async () => {
  const stopped = await listening(await testAppForThisTest())
  const owner = await stopped.make.account()
  const survey = await startSurvey(owner)
  const streams = [
    await openAndRead(owner, survey.id, { app: stopped }),
    await openAndRead(owner, survey.id, { app: stopped }),
  ]
  const { port } = stopped.app.server.address() as AddressInfo
  let finish = () => {}
  const held = new Promise<void>((resolve) => {
    finish = resolve
  })
  const locking = stopped.context.db.transaction().execute(async (tx) => {
    await tx.selectFrom('survey').select('id').where('id', '=', survey.id).forUpdate().execute()
    await held
  })
  const renamed = fetch(`http://127.0.0.1:${port}/api/bx_block_survey/users_survey/${survey.id}`, {
    method: 'PATCH',
    headers: { token: owner.api.token ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({ survey_name: 'Hill End' }),
  })
  const waiting = () =>
    sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(stopped.context.db)
  await expect.poll(async () => (await waiting()).rows.length).toBe(1)
  const closed = stopped.app.close()
  await Promise.all(streams.map(({ ended }) => ended))
  finish()
  await locking
  expect((await renamed).status).toBe(200)
  await closed
})
