import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { beginLeaving, clearSession, currentSession, sessionRefused, startSession } from './session.ts'

// @alone: the module keeps the session.
const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  stubLocalStorage(kept)
  vi.useFakeTimers({ now: new Date('2026-11-22T08:00:00Z') })
  startSession({ token: 'one', userId: 'u1', firstName: 'Nell', lastName: 'Vance', role: 'surveyor' })
})
afterEach(() => {
  vi.useRealTimers()
  clearSession()
  vi.unstubAllGlobals()
})

const isExpired = () => kept.has('session-expired')

test('a session that the server ended is gone, and that is to be said', () => {
  sessionRefused('another')
  expect([currentSession()?.token, isExpired()]).toEqual(['one', false])
  sessionRefused('one')
  expect([currentSession(), isExpired()]).toEqual([null, true])
})

test('a full local storage keeps nobody logged in', () => {
  vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  clearSession()
  expect(currentSession()).toBeNull()
})

test('who leaves is not told that the session has expired, whatever is refused meanwhile', () => {
  beginLeaving()
  sessionRefused('one')
  expect([currentSession()?.token, isExpired()]).toEqual(['one', false])
  clearSession()
  startSession({ token: 'two', userId: 'u1', firstName: 'Nell', lastName: 'Vance', role: 'surveyor' })
  sessionRefused('two')
  expect(isExpired()).toBe(true)
})

test('who could not leave, or was killed meanwhile, hears of the end as ever', () => {
  const stay = beginLeaving()
  stay()
  sessionRefused('one')
  expect(isExpired()).toBe(true)
  startSession({ token: 'two', userId: 'u1', firstName: 'Nell', lastName: 'Vance', role: 'surveyor' })
  beginLeaving()
  vi.advanceTimersByTime(60_000)
  sessionRefused('two')
  expect([currentSession(), isExpired()]).toEqual([null, true])
})
