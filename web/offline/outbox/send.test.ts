import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { clearSession, startSession } from '#web/lib/session/session.ts'
import { anyEntry } from '#web/testing/fake-entries.ts'
import { account, surveyId } from '#web/testing/fake-offline.ts'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { sendEntry } from '../operations/remote/registry.ts'

afterEach(() => {
  clearSession()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test.each(['surveys.create', 'surveys.autoSave', 'surveys.submit', 'media.delete', 'plans.rename'])(
  'never sends %s in the session of another account that has logged in meanwhile',
  async (endpoint) => {
    stubLocalStorage()
    const other = account.replace(/a$/, 'b')
    startSession({ token: 'theirs', userId: other, firstName: 'Eve', lastName: 'Lee', role: 'surveyor' })
    const left: string[] = []
    vi.stubGlobal('fetch', async (address: string) => {
      left.push(address)
      throw new TypeError('no network')
    })
    const input = { body: {}, query: {}, params: { id: surveyId } }
    const row = anyEntry(account, { survey: surveyId, endpoint, input })
    const sent = await sendEntry(row, new AbortController().signal)
    expect(left).toEqual([])
    expect(sent).toMatchObject({ ok: false, status: 401 })
  },
)

test('times out without a reply, later with each attempt', async () => {
  stubLocalStorage()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const waits: number[] = []
  const withTimer = (milliseconds: number) => {
    waits.push(milliseconds)
    const silent = new AbortController()
    setTimeout(() => silent.abort(), milliseconds)
    return silent.signal
  }
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(withTimer)
  startSession({ token: 't', userId: account, firstName: 'Ada', lastName: 'Lee', role: 'surveyor' })
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(new Error('aborted'))),
      ),
  )
  const input = { body: {}, query: {}, params: { id: surveyId } }
  for (const attempts of [1, 2]) {
    const row = { ...anyEntry(account, { survey: surveyId, endpoint: 'surveys.autoSave', input }), attempts }
    const sent = sendEntry(row, new AbortController().signal)
    await vi.runAllTimersAsync()
    expect(await sent).toMatchObject({ ok: false, status: 0 })
  }
  expect(waits).toEqual([15_000, 30_000])
})
