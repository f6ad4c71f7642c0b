import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearSession, startSession } from '#web/lib/session/session.ts'
import { account, surveyId, surveyWire, templateWire } from '#web/testing/fake-offline.ts'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { rememberSurvey, rememberTemplate } from '../../incoming/server-copy.ts'
import { evaluateFailure, freezePayload } from '../../outbox/transitions.ts'
import { recordMove } from '../../record/record-change.ts'
import { db } from '../../store/database.ts'
import { sendEntry } from './registry.ts'

const target = '019b0000-0000-7000-8000-0000000000dd'
const asked: string[] = []
/** The server's reply to a move, and whether the survey can be read afterwards. */
let says = () => Response.json({ data: [] })
let isReadable = true

beforeEach(async () => {
  asked.length = 0
  says = () => Response.json({ data: [] })
  isReadable = true
  await db.delete()
  await db.open()
  stubLocalStorage()
  vi.stubGlobal('fetch', async (_address: string, { method, headers }: RequestInit) => {
    const key = new Headers(headers).get('idempotency-key') ?? ''
    asked.push(method === 'POST' ? `move ${key}` : 'read')
    if (method === 'POST') return says()
    if (!isReadable) throw new TypeError('no network')
    const data = { id: surveyId, type: 'users_survey', attributes: surveyWire() }
    return Response.json({ data, meta: { version: 'next' } })
  })
  startSession({ token: 't', userId: account, firstName: 'Sam', lastName: 'R', role: 'surveyor' })
  await rememberTemplate(account, templateWire())
  await rememberSurvey(account, surveyWire())
})
afterEach(() => {
  clearSession()
  vi.unstubAllGlobals()
})

async function send() {
  await recordMove(account, surveyId, target)
  const [waiting] = await db.outbox.toArray()
  const row = waiting && (await freezePayload(waiting.seq ?? 0))
  if (!row) throw new Error('nothing to send')
  return { row, sent: await sendEntry(row, new AbortController().signal) }
}

test('reads the survey from the server before the move is done', async () => {
  const { row, sent } = await send()
  expect(asked).toEqual([`move ${row.id}`, 'read'])
  expect(sent.ok).toBe(true)
})

test("repeats the same move later if the survey can't be read", async () => {
  isReadable = false
  const { row, sent } = await send()
  expect(!sent.ok && evaluateFailure(row.endpoint, sent)).toMatchObject({ kind: 'retry' })
  isReadable = true
  expect((await sendEntry(row, new AbortController().signal)).ok).toBe(true)
  expect(asked).toEqual([`move ${row.id}`, 'read', `move ${row.id}`, 'read'])
})

test('is done if another user has moved the survey to a later version', async () => {
  const errors = [{ survey_template_id: 'A survey can only be moved to a newer version of its template.' }]
  says = () => Response.json({ errors }, { status: 422 })
  expect((await send()).sent.ok).toBe(true)
  expect(asked.at(-1)).toBe('read')
})

test('reports any other rejection', async () => {
  says = () => Response.json({ errors: [{ message: 'Only the owner can do that.' }] }, { status: 403 })
  const { row, sent } = await send()
  expect(!sent.ok && evaluateFailure(row.endpoint, sent)).toEqual({ kind: 'park' })
  expect(asked).toHaveLength(1)
})
