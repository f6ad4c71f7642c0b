import pg from 'pg'
import { v4 as newKey } from 'uuid'
import { expect, test } from 'vitest'
import { logIn } from '#contract/accounts/accounts.ts'
import { ready } from '#contract/health.ts'
import { autoSave, listSurveys, surveyDetail } from '#contract/surveys/surveys.ts'
import { testDatabase } from '#server/testing/database.ts'
import { HttpApi } from '#server/testing/http-api.ts'
import { type RealServer, startServer } from '#server/testing/real-server.ts'
import { recorded, recordedAdmin, recordings } from '#server/testing/recorded.ts'

/**
 * Points of a start, in order. A lock on one of these tables stops the start there, and each kill leaves more
 * of the upgrade done.
 */
const moments = {
  'survey-events-first-form': [
    ...['turn', 'schema_migrations', 'sub_section', 'media', 'replay'],
    ...['secret', 'server_start', 'account', 'template', 'legal_text'],
  ],
  // Only the points that the first form does not have or where it differs.
  'survey-events-second-form': ['turn', 'sub_section', 'server_lease', 'account'],
} as const

test.for(recordings)(
  'data of an earlier state (%s) are upgraded, however often the start is killed',
  { timeout: 600_000 },
  async (recording) => {
    const { url, dataDir } = await recorded(recording)
    const start = (killed?: AbortSignal) =>
      startServer({ dataDir, environment: { DATABASE_URL: url }, ...(killed ? { killed } : {}) })
    for (const moment of moments[recording]) await killedAt(moment, url, start)

    const server = await start()
    try {
      await expectWork(server)
      expect(await schemaOf(url)).toEqual(await freshSchema())
    } finally {
      await server.stop()
    }
  },
)

/** Locks a table (`turn`: the migration lock), waits until the start blocks on it, and kills the start. */
async function killedAt(
  moment: string,
  url: string,
  start: (killed: AbortSignal) => Promise<RealServer>,
): Promise<void> {
  const [client, kill] = [new pg.Client({ connectionString: url }), new AbortController()]
  await client.connect()
  try {
    await client.query('begin')
    if (moment === 'turn') await client.query('select pg_advisory_xact_lock(7021964)')
    else await client.query(`lock table public.${moment} in access exclusive mode`)
    let end = ''
    const ended = start(kill.signal).catch((error: unknown) => {
      end = String(error)
    })
    await expect.poll(async () => [moment, end, await waits(client, moment)]).toEqual([moment, '', true])
    kill.abort()
    await ended
    expect(end).toContain('The server ended with null')
  } finally {
    await client.end()
  }
}

async function waits(client: pg.Client, moment: string): Promise<boolean> {
  // In a transaction, the first snapshot of the statistics would be reused.
  await client.query('select pg_stat_clear_snapshot()')
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and
       application_name like 'fieldbook%' and case when $1 then query like '%advisory%' else wait_event_type = 'Lock' end`,
    [moment === 'turn'],
  )
  return (rowCount ?? 0) > 0
}

/** Checks that all data is there and that the survey can be edited. */
async function expectWork(server: RealServer): Promise<void> {
  const guest = new HttpApi(server.address)
  expect((await guest.call(ready, {}))?.body).toMatchObject({ status: 'ok' })
  const session = await guest.call(logIn, { body: { data: { attributes: recordedAdmin } } })
  const api = guest.as(session?.body.meta.token ?? '')
  const [listed] = (await api.call(listSurveys, { query: {} }))?.body.data ?? []
  expect(listed?.attributes.survey_name).toBe('Recorded house')
  const read = async () => {
    const detail = await api.call(surveyDetail, { params: { id: listed?.id ?? '' } })
    return detail?.body.data.attributes.user_survey_sections.flatMap((section) =>
      section.user_survey_sub_sections.flatMap((part) =>
        part.user_survey_sub_section_details.map((answer) => ({ section, part, answer })),
      ),
    )
  }
  const all = (await read()) ?? []
  const values = all.map(({ answer }) => answer.field_value).filter((value) => value?.startsWith('Answer'))
  expect(values).toEqual([1, 2, 3, 4, 5, 6].map((number) => `Answer ${number}`))
  const [photo] = all.flatMap(({ answer }) => answer.photos)
  expect((await api.bytes(photo?.url ?? ''))?.subarray(0, 2).toString('hex')).toBe('ffd8')

  const first = all.find(({ answer }) => answer.field_value === 'Answer 1')
  const saved = await api.call(
    autoSave,
    {
      body: {
        user_survey_id: listed?.id ?? '',
        user_survey_sections_attributes: [
          {
            id: first?.section.id ?? '',
            user_survey_sub_sections_attributes: [
              {
                id: first?.part.id ?? '',
                user_survey_sub_section_details_attributes: [
                  { id: first?.answer.id ?? '', field_value: 'Later' },
                ],
              },
            ],
          },
        ],
      },
    },
    newKey(),
  )
  expect(saved?.status).toBe(200)
  expect((await read())?.map(({ answer }) => answer.field_value)).toContain('Later')
}

/** Columns, indexes, constraints and triggers. Column order may differ after an upgrade. */
async function schemaOf(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as thing
         from information_schema.columns where table_schema = 'public' and table_name <> 'server_lease'
       union all select indexdef from pg_indexes where schemaname = 'public' and tablename <> 'server_lease'
       union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
         where connamespace = 'public'::regnamespace and contype <> 'n' and conrelid <> coalesce(to_regclass('server_lease'), 0)
       union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
       union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
       order by 1`,
    )
    return rows.map(({ thing }) => thing)
  } finally {
    await client.end()
  }
}

async function freshSchema(): Promise<unknown> {
  const database = await testDatabase()
  try {
    return await schemaOf(database.url)
  } finally {
    await database.drop()
  }
}
