import 'fake-indexeddb/auto'
import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startSession } from '#web/lib/session/session.ts'
import { account, surveyId } from '#web/testing/fake-offline.ts'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { PartsServer } from '#web/testing/parts-server.ts'
import { sendEntry } from '../operations/remote/registry.ts'
import { freezePayload } from '../outbox/freeze-payload.ts'
import { judge } from '../outbox/judge.ts'
import { postponeEntry } from '../outbox/refuse.ts'
import { recordPlans } from '../record/record-plan.ts'
import { db } from '../store/database.ts'

const plan = '019c0000-0000-7000-8000-0000000000d1'
const mebi = 1024 * 1024
let server: PartsServer
const stored = new Map<string, string>()

// The first upload of a page fetches it.
beforeAll(() => import('tus-js-client'))
beforeEach(async () => {
  await db.delete()
  await db.open()
  stored.clear()
  stubLocalStorage(stored)
  startSession({ token: 'tok', userId: account, firstName: 'Ann', lastName: 'Lee', role: 'surveyor' })
  server = new PartsServer()
})

const bytesOf = (size: number) => new Uint8Array(Buffer.alloc(size, 'level 1 ')).buffer

async function pick(size: number) {
  const data = { bytes: bytesOf(size), type: 'image/png' }
  await recordPlans(account, surveyId, [
    { id: plan, name: 'Level 1', width: 1200, height: 800, thumbnail: null, data },
  ])
}

/** One attempt, as the queue makes it. */
async function attempt(signal = new AbortController().signal) {
  const waiting = await db.outbox.where({ id: plan }).first()
  const row = await freezePayload(waiting?.seq ?? 0)
  if (!row) throw new Error('nothing to send')
  return { row, sent: await sendEntry(row, signal) }
}

const sha256Of = (size: number) =>
  createHash('sha256')
    .update(new Uint8Array(bytesOf(size)))
    .digest('hex')

test('a plan goes in parts, then one call makes a plan of them', async () => {
  await pick(2 * mebi + 5)
  expect((await attempt()).sent.ok).toBe(true)
  expect(server.log).toEqual([
    'POST /api/files/uploads',
    ...Array(3).fill('PATCH /api/files/uploads/…'),
    'POST /api/bx_block_survey/survey_plans/resumed',
  ])
  expect(server.asked.at(-1)?.json).toEqual({
    id: plan,
    user_survey_id: surveyId,
    name: 'Level 1',
    filename: 'Level 1.png',
    upload: expect.stringMatching(/^[0-9a-f]{32}$/),
    sha256: sha256Of(2 * mebi + 5),
  })
})

test('one that was cut off goes on where it stopped, and no byte goes twice', async () => {
  await pick(3 * mebi)
  server.fate = (_, place) => (place === 2 ? { cutAfter: 5_000 } : undefined)
  const { row, sent } = await attempt()
  expect(judge('plans.add', sent as never).kind).toBe('again')
  await postponeEntry(row, 0, 'No network')
  server.fate = () => undefined
  expect((await attempt()).sent.ok).toBe(true)
  expect(server.bytesTaken).toBe(3 * mebi)
})

test('a lost answer to the call is asked for again with the same key', async () => {
  await pick(1_000)
  server.fate = ({ path }) => (path.endsWith('/resumed') ? 'lose-answer' : undefined)
  const { row } = await attempt()
  await postponeEntry(row, 0)
  server.fate = ({ path }) =>
    path.endsWith('/resumed')
      ? { status: 201, body: { data: { id: plan, type: 'survey_plan', attributes: {} } } }
      : undefined
  expect((await attempt()).sent.ok).toBe(true)
  const calls = server.asked.filter(({ path }) => path.endsWith('/resumed'))
  expect(new Set(calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  expect(server.asked.filter(({ path }) => path === '/api/files/uploads')).toHaveLength(1)
})

test('what arrived damaged goes anew, three times, then it is told', async () => {
  await pick(1_000)
  const damaged = { status: 422, body: { errors: [{ sha256: 'It did not arrive whole.' }] } }
  server.fate = ({ path }) => (path.endsWith('/resumed') ? damaged : undefined)
  const kinds: string[] = []
  for (let count = 0; count < 4; count++) {
    const { row, sent } = await attempt()
    kinds.push(judge('plans.add', sent as never).kind)
    await postponeEntry(row, 0)
  }
  expect(kinds).toEqual(['again', 'again', 'again', 'park'])
  expect(server.parts.size).toBe(0)
})

test('a server without parts gets it in one call, under the entry’s own key', async () => {
  server.knowsParts = false
  await pick(1_000)
  expect((await attempt()).sent.ok).toBe(true)
  expect(server.asked.at(-1)).toMatchObject({
    isForm: true,
    path: '/api/bx_block_survey/survey_plans',
    headers: { 'idempotency-key': plan },
  })
})

test('a proxy that takes no part of this size says so, and the plan waits as it is', async () => {
  await pick(2 * mebi)
  server.fate = ({ method }) =>
    method === 'PATCH' ? { status: 413, body: '<html>413 Request Entity Too Large</html>' } : undefined
  const { sent } = await attempt()
  expect(sent).toMatchObject({
    status: 413,
    errors: [],
    message: expect.stringContaining('too large for the proxy'),
  })
  expect(await db.planPictures.get([account, plan])).toBeDefined()
})

test('one that is taken away while it flies ends what has arrived of it', async () => {
  await pick(2 * mebi)
  const controller = new AbortController()
  server.fate = ({ method }) => {
    if (method === 'PATCH') controller.abort()
    return undefined
  }
  expect((await attempt(controller.signal)).sent.ok).toBe(false)
  expect(server.log.at(-1)).toBe('DELETE /api/files/uploads/…')
})
