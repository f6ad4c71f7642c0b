import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearSession, startSession } from '#web/lib/session/session.ts'
import { anyEntry } from '#web/testing/fake-entries.ts'
import { account, surveyId } from '#web/testing/fake-offline.ts'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { newEntry } from '../operations/entries.ts'
import { publish } from '../store/bus.ts'
import { db } from '../store/database.ts'
import { oneAtATime } from '../store/one-at-a-time.ts'
import { sendingLock } from '../tabs/reload-safety.ts'
import { sendNow, startSync } from './sync.ts'
import { readWaiting } from './waiting.ts'

const keys: string[] = []
const stored = new Map<string, string>()
let answer = Promise.withResolvers<Response>()
let stop = () => {}

beforeEach(async () => {
  await db.delete()
  await db.open()
  keys.length = 0
  answer = Promise.withResolvers<Response>()
  stored.clear()
  stubLocalStorage(stored)
  // As on http in a local network: no locks.
  vi.stubGlobal('navigator', { languages: ['en-US'] })
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Headers }) => {
    keys.push(headers.get('idempotency-key') ?? '')
    return (await answer.promise).clone()
  })
  startSession({ token: 't', userId: account, firstName: 'Sam', lastName: 'R', role: 'surveyor' })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  clearSession()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test("stops after a failure that can't even be stored, until the next wake-up", async () => {
  const row = { survey: surveyId, endpoint: 'surveys.delete', input: { params: { id: surveyId } } }
  await db.outbox.add(anyEntry(account, row))
  const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
  const put = vi.spyOn(db.outbox, 'put').mockImplementation(full as never)
  vi.spyOn(db.outbox, 'update').mockImplementation(full as never)
  stop = startSync(account)
  await expect.poll(() => put.mock.calls.length).toBeGreaterThan(0)
  // The turn must end, so that the next one can start.
  await oneAtATime(`${sendingLock}${account}`, async () => undefined)
  expect(put.mock.calls.length).toBeLessThan(3)
  expect(keys).toEqual([])
})

test('without locks, one tab sends each entry once, however often it is woken', async () => {
  const first = newEntry(account, {
    survey: surveyId,
    endpoint: 'surveys.delete',
    input: { params: { id: surveyId } },
  })
  await db.outbox.add(first)
  stop = startSync(account)
  await expect.poll(() => keys).toEqual([first.id])
  for (let time = 0; time < 3; time++) publish(account, { kind: 'queue', now: true })
  // By now, entries found by these wake-ups are in flight.
  const second = newEntry(account, {
    survey: 'other',
    endpoint: 'surveys.delete',
    input: { params: { id: 'x' } },
  })
  await db.outbox.add(second)
  publish(account, { kind: 'queue', now: true })
  await expect.poll(() => keys).toContain(second.id)
  expect(keys).toEqual([first.id, second.id])
  expect((await db.outbox.toArray()).map(({ state }) => state)).toEqual(['sending', 'sending'])
  answer.resolve(Response.json({ errors: [{ message: 'Not found.' }] }, { status: 404 }))
  await expect.poll(() => db.outbox.count()).toBe(0)
  expect(keys).toHaveLength(2)
})

test('an entry queued by a later version waits, with all after it, until this app knows it', async () => {
  const entry = (survey: string, endpoint: string, given: Partial<Parameters<typeof anyEntry>[1]> = {}) =>
    anyEntry(account, { survey, endpoint, input: { params: { id: survey } }, ...given })
  const unknown = entry(surveyId, 'surveys.invented')
  const parkedBefore = { state: 'parked', problem: 'Unknown operation surveys.delete', attempts: 1 } as const
  const known = entry('other', 'surveys.delete', parkedBefore)
  await db.outbox.bulkAdd([unknown, entry(surveyId, 'surveys.delete'), known])
  stop = startSync(account)
  await expect.poll(() => keys).toEqual([known.id])
  answer.resolve(Response.json({ errors: [{ message: 'Not found.' }] }, { status: 404 }))
  await expect.poll(() => db.outbox.count()).toBe(2)
  const { state, attempts, failure } = (await db.outbox.where({ id: unknown.id }).first()) ?? {}
  expect({ state, attempts, failure }).toEqual({
    state: 'waiting',
    attempts: 0,
    failure: expect.stringContaining('a newer version of Fieldbook'),
  })
  expect(keys).toEqual([known.id])
})

test('a page that was frozen stores what others stashed meanwhile', async () => {
  stop = startSync(account)
  const place = { survey: surveyId, section: 's', subSection: 'p', answer: 'a', name: 'Notes' }
  const given = {
    value: 'Pier',
    values: [],
    at: '2026-11-01T08:00:00.000Z',
    baseRevision: 0,
    copiedFrom: null,
  }
  const left = { answers: [{ account, change: { ...place, ...given } }], entries: [] }
  stored.set('fieldbook-aside-another', JSON.stringify(left))
  publish(account, { kind: 'back' })
  await expect.poll(async () => (await db.answers.get([account, 'a']))?.value).toBe('Pier')
  await expect.poll(() => stored.has('fieldbook-aside-another')).toBe(false)
  // The stashed edit is sent, too.
  await expect.poll(() => keys.length).toBe(1)
  answer.resolve(Response.json({ errors: [{ message: 'Not found.' }] }, { status: 404 }))
  await expect.poll(async () => (await db.outbox.toArray()).map(({ state }) => state)).toEqual(['parked'])
})

test('reads the queue once for many edits', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const read = vi.spyOn(db.outbox, 'where')
  const done = async () => {
    let before = -1
    const more = () => {
      const count = read.mock.calls.length - before
      before = read.mock.calls.length
      return count
    }
    await expect.poll(more, { interval: 200 }).toBe(0)
  }
  const readings = async (keys: number) => {
    read.mockClear()
    for (let key = 0; key < keys; key++) {
      publish(account, { kind: 'queue', now: false })
      await db.outbox.count()
    }
    expect(read).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1_000)
    await done()
    return read.mock.calls.length
  }
  stop = startSync(account)
  await done()
  const forOne = await readings(1)
  expect(forOne).toBeGreaterThan(0)
  expect(await readings(30)).toBe(forOne)
})

test('retries an entry that was too large for a proxy once the proxy may accept it', async () => {
  const row = { survey: surveyId, endpoint: 'surveys.delete', input: { params: { id: surveyId } } }
  await db.outbox.add(anyEntry(account, row))
  answer.resolve(new Response('<html>413</html>', { status: 413 }))
  const state = async () => {
    const [{ state: now, problem } = { state: 'gone', problem: null }] = await db.outbox.toArray()
    return [now, problem]
  }
  stop = startSync(account)
  const words = 'This is too large for the proxy in front of the server. Please tell your administrator.'
  await expect.poll(state).toEqual(['parked', words])

  answer = Promise.withResolvers<Response>()
  answer.resolve(Response.json({ data: { message: 'Deleted' } }))
  publish(account, { kind: 'queue', now: true })
  await oneAtATime(`${sendingLock}${account}`, async () => undefined)
  expect(await state()).toEqual(['parked', words])
  // The wording of an earlier app, five minutes ago.
  const before = new Date(Date.now() - 5 * 60_000).toISOString()
  const problem = 'An error has occuured. Please try again later.'
  await db.outbox.toCollection().modify({ triedAt: before, problem })
  publish(account, { kind: 'queue', now: true })
  await expect.poll(state).toEqual(['gone', null])
  expect(new Set(keys).size).toBe(1)
})

test('reports a proxy’s reply as such, not as a missing network, until the server replies', async () => {
  const row = { survey: surveyId, endpoint: 'surveys.delete', input: { params: { id: surveyId } } }
  await db.outbox.add(anyEntry(account, row))
  answer.resolve(new Response('<html>403 Forbidden</html>', { status: 403 }))
  stop = startSync(account)
  await expect.poll(async () => (await readWaiting(account)).stopped).toBe(true)
  expect((await db.outbox.toArray())[0]?.failure).toContain(
    'Something between this device and the server refused the request (403)',
  )
  answer = Promise.withResolvers<Response>()
  answer.reject(new TypeError('Failed to fetch'))
  answer.promise.catch(() => undefined)
  publish(account, { kind: 'queue', now: true })
  await expect.poll(async () => (await readWaiting(account)).stopped).toBe(false)
  expect((await readWaiting(account)).failing).toBe(true)
})

test('returning from the camera ends pauses after failures, but keeps collecting shots', async () => {
  const later = Date.now() + 30_000
  const row = { survey: surveyId, endpoint: 'surveys.delete', input: { params: { id: surveyId } } }
  const failed = anyEntry(account, { ...row, attempts: 2, nextAt: later })
  const shots = newEntry(account, { survey: 'other', endpoint: 'media.upload', input: null, nextAt: later })
  await db.outbox.bulkAdd([failed, shots])
  stop = startSync(account)
  await expect.poll(() => keys).toEqual([failed.id])
  for (const event of ['focus', 'online']) window.dispatchEvent(new Event(event))
  document.dispatchEvent(new Event('visibilitychange'))
  answer.resolve(Response.json({ errors: [{ message: 'Not found.' }] }, { status: 404 }))
  await expect.poll(() => db.outbox.where({ id: failed.id }).count()).toBe(0)
  // By now, all of these wake-ups have had their turn.
  await oneAtATime(`${sendingLock}${account}`, async () => undefined)
  expect(await db.outbox.where({ id: shots.id }).first()).toMatchObject({ nextAt: later, attempts: 0 })
  // An earlier page's shots get no more additions.
  await db.outbox
    .where({ id: shots.id })
    .modify({ madeAt: new Date(performance.timeOrigin - 1).toISOString() })
  stop = startSync(account)
  await expect.poll(() => db.outbox.where({ id: shots.id }).first()).not.toMatchObject({ nextAt: later })
})

test('retries at once if the network returns during a failing attempt, then pauses', async () => {
  const row = { survey: surveyId, endpoint: 'surveys.delete', input: { params: { id: surveyId } } }
  await db.outbox.add(anyEntry(account, { ...row, attempts: 9 }))
  stop = startSync(account)
  await expect.poll(() => keys.length).toBe(1)
  window.dispatchEvent(new Event('online'))
  const unreached = Promise.withResolvers<Response>()
  unreached.promise.catch(() => undefined)
  unreached.reject(new TypeError('Failed to fetch'))
  const before = answer
  answer = unreached
  before.promise.catch(() => undefined)
  before.reject(new TypeError('Failed to fetch'))
  const pauses = async () => ((await db.outbox.toArray())[0]?.nextAt ?? 0) > Date.now()
  await expect.poll(pauses).toBe(true)
  expect(keys.length).toBe(2)
})

test("'Send now' includes shots that are still being collected", async () => {
  const shots = newEntry(account, {
    ...{ survey: surveyId, endpoint: 'media.upload', input: null },
    nextAt: Date.now() + 30_000,
  })
  await db.outbox.add(shots)
  await sendNow(account)
  expect(await db.outbox.where({ id: shots.id }).first()).toMatchObject({ nextAt: 0 })
})
