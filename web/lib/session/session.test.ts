import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { beginLogout, clearSession, currentSession, endRejectedSession, startSession } from './session.ts'

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

test('a session ended by the server is gone and reported as expired', () => {
  endRejectedSession('another')
  expect([currentSession()?.token, isExpired()]).toEqual(['one', false])
  endRejectedSession('one')
  expect([currentSession(), isExpired()]).toEqual([null, true])
})

test('a full local storage logs nobody in', () => {
  vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  clearSession()
  expect(currentSession()).toBeNull()
})

test('logging out shows no expiry notice, even if calls are rejected meanwhile', () => {
  beginLogout()
  endRejectedSession('one')
  expect([currentSession()?.token, isExpired()]).toEqual(['one', false])
  clearSession()
  startSession({ token: 'two', userId: 'u1', firstName: 'Nell', lastName: 'Vance', role: 'surveyor' })
  endRejectedSession('two')
  expect(isExpired()).toBe(true)
})

test('a failed or interrupted log-out reports expiry as usual', () => {
  const stay = beginLogout()
  stay()
  endRejectedSession('one')
  expect(isExpired()).toBe(true)
  startSession({ token: 'two', userId: 'u1', firstName: 'Nell', lastName: 'Vance', role: 'surveyor' })
  beginLogout()
  vi.advanceTimersByTime(60_000)
  endRejectedSession('two')
  expect([currentSession(), isExpired()]).toEqual([null, true])
})
