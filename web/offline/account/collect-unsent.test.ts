import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearSession, isCollecting } from '#web/lib/session/session.ts'
import { anyEntry } from '#web/testing/fake-entries.ts'
import { account, surveyId } from '#web/testing/fake-offline.ts'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { db } from '../store/database.ts'
import { collectUnsent } from './collect-unsent.ts'

const calls = vi.hoisted(() => ({ names: [] as string[], bodies: [] as unknown[], finishes: true }))
vi.mock('#web/lib/http/call.ts', () => ({
  call: async ({ name }: { name: string }, { body }: { body: unknown }) => {
    calls.names.push(name)
    calls.bodies.push(body)
    if (name === 'unsentWork.collect') return { ok: true, reply: { meta: { token: 'collects' } } }
    return calls.finishes ? { ok: true } : { ok: false, message: 'No connection.' }
  },
}))
vi.mock('../outbox/sync.ts', () => ({ startSync: () => () => undefined }))
vi.mock('../outbox/send-all-waiting.ts', async () => ({
  sendAllWaiting: async () => {
    const { db: store } = await import('../store/database.ts')
    await store.outbox.clear()
    return 'sent'
  },
}))

beforeEach(async () => {
  await db.delete()
  await db.open()
  stubLocalStorage(new Map())
  Object.assign(calls, { names: [], bodies: [], finishes: true })
  await db.outbox.add(
    anyEntry(account, { survey: surveyId, endpoint: 'surveys.delete', input: { params: { id: surveyId } } }),
  )
})
afterEach(() => {
  clearSession()
  vi.unstubAllGlobals()
})

test('reports contacts and bulk files, which are not collected and stay', async () => {
  await db.kept.put({ account, id: 'contact:a', value: { waits: true, problem: null, changedAt: '' } })
  await db.bulkFiles.put({ account, id: 'f', name: 'plan.pdf', addedAt: '' } as never)
  const collected = await collectUnsent(account, '12345678')
  expect(collected).toMatchObject({ kind: 'sent', left: 0, stays: '1 contact and 1 file for bulk upload' })
  expect([await db.kept.get([account, 'contact:a']), await db.bulkFiles.count()]).toEqual([
    expect.anything(),
    1,
  ])
})

test('does not report an unfinished collection as done, and completes it with the same code', async () => {
  calls.finishes = false
  expect(await collectUnsent(account, '12345678')).toEqual({ kind: 'unfinished', reason: 'No connection.' })
  expect(isCollecting(account)).toBe(true)
  calls.finishes = true
  expect(await collectUnsent(account, '12345678')).toMatchObject({ kind: 'sent', left: 0, stays: '' })
  expect(calls.names).toEqual(['unsentWork.collect', 'unsentWork.finish', 'unsentWork.finish'])
  expect(calls.bodies.at(-1)).toEqual({ sent: 1, left: 0 })
  expect(isCollecting(account)).toBe(false)
})
