import { connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { logOut } from '#contract/accounts/accounts.ts'
import { limits } from '#contract/limits.ts'
import { guestPdfDetails, guestSection } from '#contract/sharing/guests.ts'
import { revokeAccess } from '#contract/sharing/sharing.ts'
import { type SurveyDetail, submitSurvey, surveyDetail } from '#contract/surveys/surveys.ts'
import { makeLarge } from '#server/testing/large-survey.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { share } from '#server/testing/shared-survey.ts'
import { addSampleTemplate, save, sectionNamed, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

/** Reading a large survey, however many do it and however slowly, must not slow down the people who work. */
let here: TestApp
let port: number
let large: SurveyDetail
let owner: MadeAccount
let ann: MadeAccount
let own: SurveyDetail
const links: string[] = []
const patience = { timeout: 60_000 }
const sockets = new Set<Socket>()

beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  owner = await here.make.account()
  ann = await here.make.account()
  own = await startSurvey(ann)
  for (let n = 0; n < 3; n++) {
    large = await startSurvey(owner)
    links.push((await share(owner, large.id)).id)
    const client = new pg.Client(here.context.connection)
    await client.connect()
    await makeLarge(client, large.id, { parts: 1_000, characters: 2_000 })
    await client.end()
  }
  port = Number(new URL(await here.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => here.close())
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  await expect
    .poll(() => here.context.memoryBudget.guests, patience)
    .toMatchObject({ open: 0, readers: 0, bytes: 0 })
  await expect.poll(() => here.context.memoryBudget.accounts, patience).toMatchObject({ open: 0, bytes: 0 })
})

function ask(path: string, headers = ''): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  sockets.add(socket)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: fieldbook.test\r\n${headers}\r\n`)
  return socket
}

const reportOf = (link = '') => `/api${guestPdfDetails.path}?guest_survey_id=${link}`

async function saveOften(times: number, after: () => void = () => undefined): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < times; n++) {
    const change = { in: 'Building', field: 'Notes', field_value: `Text ${n}` }
    statuses.push((await save(ann, own, [change])).status)
    after()
  }
  return statuses
}

test('a dozen idle readers of a large report hold no memory and delay no save', async () => {
  for (let n = 0; n < 12; n++) ask(reportOf(links[n % 3]))
  const { memoryBudget, config } = here.context
  await expect.poll(() => memoryBudget.guests.readers, patience).toBeGreaterThan(0)
  const held: (typeof memoryBudget.guests)[] = []
  const statuses = await saveOften(60, () => held.push({ ...memoryBudget.guests }))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(Math.max(...held.map(({ bytes }) => bytes))).toBeLessThanOrEqual(config.readingBytes / 2)
  expect(Math.max(...held.map(({ readers }) => readers))).toBeLessThanOrEqual(limits.guestsAtOnce)
  // There are more of them than there is room for, and they can still read their answer whenever they like.
  await expect.poll(() => memoryBudget.guests, patience).toMatchObject({ readers: 0, bytes: 0 })
  expect(memoryBudget.guests.open).toBeGreaterThan(limits.guestsAtOnce)
})

test('further guests get a retry time, for sections too, and accounts read on', async () => {
  const { memoryBudget } = here.context
  const reader = { guest: true, lines: ['address/127.0.0.1'] }
  const ended = new AbortController()
  const many = Array.from({ length: limits.readersPerLine }, () =>
    memoryBudget.enter(reader, 1, ended.signal),
  )
  void Promise.allSettled(many)
  const section = `/api${guestSection.path}?guest_survey_id=${links[2]}&guest_survey_section_id=${sectionNamed(large, 'Building').id}`
  for (const path of [reportOf(links[0]), section]) {
    const refused = await fetch(`http://127.0.0.1:${port}${path}`)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
    expect(await refused.json()).toEqual({
      errors: [{ message: expect.stringContaining('Many people are reading large surveys') }],
    })
  }
  expect((await owner.api.call(surveyDetail, { params: { id: large.id } })).status).toBe(200)
  ended.abort()
  for (const one of await Promise.allSettled(many)) if (one.status === 'fulfilled') one.value.leave()
})

test('an account’s own slow readers hold nothing either', async () => {
  const path = `/api${surveyDetail.path.replace('{id}', large.id)}`
  for (let n = 0; n < 8; n++) ask(path, `token: ${owner.api.token}\r\n`)
  await expect.poll(() => here.context.memoryBudget.accounts.open, patience).toBe(8)
  expect(new Set(await saveOften(20))).toEqual(new Set([200]))
  await expect
    .poll(() => here.context.memoryBudget.accounts, patience)
    .toMatchObject({ readers: 0, bytes: 0 })
})

test('many submits of one survey occupy few database connections and delay no others', async () => {
  const { db, memoryBudget, connection } = here.context
  const holder = new pg.Client(connection)
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from survey where id = $1 for update', [large.id])
  const submits = Array.from({ length: 6 }, () =>
    owner.api.call(submitSurvey, { params: { id: large.id }, body: {} }),
  )
  await expect.poll(() => memoryBudget.writers.open, patience).toBe(6)
  expect(new Set(await saveOften(20))).toEqual(new Set([200]))
  const blocked = await sql`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  expect(blocked.rows.length).toBeLessThanOrEqual(limits.writersAtOnce / 2)
  await holder.query('commit')
  await holder.end()
  expect(new Set((await Promise.all(submits)).map(({ status }) => status))).toEqual(new Set([200]))
  expect(memoryBudget.writers).toMatchObject({ readers: 0, bytes: 0, open: 0 })
})

test.each(['gzip', 'identity'])(
  'a reader gets the whole reply as %s, or detects that it is truncated',
  async (encoding) => {
    const answer = await fetch(`http://127.0.0.1:${port}${reportOf(links[0])}`, {
      headers: { 'accept-encoding': encoding },
    })
    const { data } = (await answer.json()) as { data: { attributes: { sections: { parts: unknown[] }[] } } }
    expect(data.attributes.sections[0]?.parts).toHaveLength(1_001)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  },
)

/** Sends a request without reading; ends it once the whole reply is ready. */
async function leaveUnread(
  path: string,
  headers: string,
  half: 'guests' | 'accounts',
  end: () => Promise<{ status: number }>,
): Promise<Buffer> {
  const { memoryBudget } = here.context
  const socket = ask(path, headers)
  await expect.poll(() => memoryBudget[half].open, patience).toBe(1)
  await expect.poll(() => memoryBudget[half].readers, patience).toBe(0)
  expect(memoryBudget[half].open).toBe(1)
  expect((await end()).status).toBe(200)
  await expect.poll(() => memoryBudget[half].open, patience).toBe(0)
  return buffer(socket)
}

test('an unread answer is cut off once its link is revoked, or the session that asked for it ended', async () => {
  const session = await here.make.again(owner)
  const left = [
    await leaveUnread(
      `/api${surveyDetail.path.replace('{id}', large.id)}`,
      `token: ${session.api.token}\r\n`,
      'accounts',
      () => session.api.call(logOut, {}),
    ),
    await leaveUnread(reportOf(links[2]), '', 'guests', () =>
      owner.api.call(revokeAccess, { body: { link_share_id: large.id } }),
    ),
  ]
  for (const answer of left) {
    expect(answer.toString('latin1', 0, 15)).toBe('HTTP/1.1 200 OK')
    // The piece that would end it never came.
    expect(answer.toString('latin1', answer.length - 5)).not.toBe('0\r\n\r\n')
  }
})
