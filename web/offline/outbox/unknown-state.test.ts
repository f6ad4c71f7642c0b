import 'fake-indexeddb/auto'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { account, surveyId, surveyWire } from '#web/testing/fake-offline.ts'
import { rememberSurvey } from '../incoming/server-copy.ts'
import type { DeviceEvent } from '../store/bus.ts'
import { db } from '../store/database.ts'
import { resume, suspend } from '../store/page-lifecycle.ts'
import { type SurveySync, type Unsure, watchSync } from './status.ts'
import { itemState, subscribeTo } from './survey-states.ts'

const otherTab = new BroadcastChannel('fieldbook-device')
const post = (event: DeviceEvent) => otherTab.postMessage({ account, event })
let stop: () => void
let shown: SurveySync['state'] | Unsure | null = null

beforeEach(async () => {
  await db.delete()
  await db.open()
  await rememberSurvey(account, surveyWire())
  stop = watchSync(account, surveyId, (sync, unsure) => {
    shown = unsure ?? sync?.state ?? null
  })
  await expect.poll(() => shown).toBe('on the server')
})
afterEach(() => {
  resume()
  stop()
})
afterAll(() => otherTab.close())

const typedThere: DeviceEvent = {
  kind: 'typed',
  survey: surveyId,
  subSection: 'p',
  answer: 'a',
  at: '2026-11-01T12:00:00.000Z',
  copiedFrom: null,
  value: 'Harbor',
  values: [],
}

test("shows nothing as on the server while another tab's change is unstored", async () => {
  const forget = subscribeTo(account, surveyId, 'a', () => undefined)
  await expect.poll(() => itemState(account, surveyId, 'a')).toBe('on the server')
  post(typedThere)
  await expect.poll(() => shown).toBe('saving')
  expect(itemState(account, surveyId, 'a')).toBeNull()
  expect(itemState(account, surveyId, 'b')).toBe('on the server')
  post({ kind: 'written', survey: surveyId })
  await expect.poll(() => shown).toBe('on the server')
  expect(itemState(account, surveyId, 'a')).toBe('on the server')
  forget()
})

test("claims nothing while the queue can't be read", async () => {
  const forget = subscribeTo(account, surveyId, 'a', () => undefined)
  await expect.poll(() => itemState(account, surveyId, 'a')).toBe('on the server')
  suspend()
  post({ kind: 'queue', now: false })
  await expect.poll(() => shown).toBe('loading')
  await expect.poll(() => itemState(account, surveyId, 'a')).toBeNull()
  resume()
  await expect.poll(() => shown).toBe('on the server')
  await expect.poll(() => itemState(account, surveyId, 'a')).toBe('on the server')
  forget()
})

test('claims nothing after a failed read', async () => {
  vi.spyOn(db, 'transaction').mockImplementation(() => {
    throw new Error('The store is broken')
  })
  post({ kind: 'queue', now: false })
  await expect.poll(() => shown).toBe('unread')
  vi.restoreAllMocks()
  await expect.poll(() => shown).toBe('on the server')
})

test('after 15 free seconds, reports the other tab’s change as not stored and a hanging store as unreadable', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    for (const [begin, end] of [
      [() => post(typedThere), 'not-kept'],
      [() => post({ kind: 'written', survey: surveyId }), 'on the server'],
      [suspend, 'on the server'],
      [() => post({ kind: 'queue', now: false }), 'unread'],
    ] as const) {
      begin()
      for (let second = 0; second < 20; second += 1) {
        await vi.advanceTimersByTimeAsync(1_000)
        await new Promise((done) => setImmediate(done))
      }
      expect(shown).toBe(end)
    }
  } finally {
    vi.useRealTimers()
  }
})
