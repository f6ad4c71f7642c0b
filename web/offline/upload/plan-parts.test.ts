import 'fake-indexeddb/auto'
import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startSession } from '#web/lib/session/session.ts'
import { account, surveyId } from '#web/testing/fake-offline.ts'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { PartsServer } from '#web/testing/parts-server.ts'
import { sendEntry } from '../operations/remote/registry.ts'
import { evaluateFailure, freezePayload, postponeEntry } from '../outbox/transitions.ts'
import { recordPlans } from '../record/record-plan.ts'
import { db } from '../store/database.ts'

const plan = '019c0000-0000-7000-8000-0000000000d1'
const mebi = 1024 * 1024
let server: PartsServer
const stored = new Map<string, string>()

// Otherwise the first upload loads it.
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

/** One attempt of the outbox. */
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

test('uploads a plan in parts, then creates it with one call', async () => {
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

test('resumes an interrupted upload without sending a byte twice', async () => {
  await pick(3 * mebi)
  server.fate = (_, place) => (place === 2 ? { cutAfter: 5_000 } : undefined)
  const { row, sent } = await attempt()
  expect(evaluateFailure('plans.add', sent as never).kind).toBe('retry')
  await postponeEntry(row, 0, 'No network')
  server.fate = () => undefined
  expect((await attempt()).sent.ok).toBe(true)
  expect(server.bytesTaken).toBe(3 * mebi)
})

test('repeats a call whose reply was lost with the same key', async () => {
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

test('resends damaged bytes three times, then reports the failure', async () => {
  await pick(1_000)
  const damaged = { status: 422, body: { errors: [{ sha256: 'It did not arrive whole.' }] } }
  server.fate = ({ path }) => (path.endsWith('/resumed') ? damaged : undefined)
  const kinds: string[] = []
  for (let count = 0; count < 4; count++) {
    const { row, sent } = await attempt()
    kinds.push(evaluateFailure('plans.add', sent as never).kind)
    await postponeEntry(row, 0)
  }
  expect(kinds).toEqual(['retry', 'retry', 'retry', 'park'])
  expect(server.parts.size).toBe(0)
})

test('uses one call with the entry’s own key if the server knows no parts', async () => {
  server.knowsParts = false
  await pick(1_000)
  expect((await attempt()).sent.ok).toBe(true)
  expect(server.asked.at(-1)).toMatchObject({
    isForm: true,
    path: '/api/bx_block_survey/survey_plans',
    headers: { 'idempotency-key': plan },
  })
})

test('reports a proxy’s size limit and leaves the plan unchanged', async () => {
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

test('removing a plan during its upload deletes the parts on the server', async () => {
  await pick(2 * mebi)
  const controller = new AbortController()
  server.fate = ({ method }) => {
    if (method === 'PATCH') controller.abort()
    return undefined
  }
  expect((await attempt(controller.signal)).sent.ok).toBe(false)
  expect(server.log.at(-1)).toBe('DELETE /api/files/uploads/…')
})
