import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { clearSession, startSession } from '#web/lib/session.ts'
import { account, surveyId } from '#web/testing/fake-offline.ts'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { newEntry } from '../record/record-answer.ts'
import { sendEntry } from './send.ts'

afterEach(() => {
  clearSession()
  vi.unstubAllGlobals()
})

test.each(['surveys.create', 'surveys.autoSave', 'surveys.submit', 'media.delete', 'plans.rename'])(
  '%s never goes in the session of whoever has logged in meanwhile',
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
    const row = newEntry(account, { survey: surveyId, endpoint, input })
    const sent = await sendEntry(row, new AbortController().signal)
    expect(left).toEqual([])
    expect(sent).toMatchObject({ ok: false, status: 401 })
  },
)
