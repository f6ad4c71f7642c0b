import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  beginCollecting,
  clearSession,
  endCollecting,
  endRejectedSession,
  isCollecting,
  loggedOutNames,
  sendingToken,
  startSession,
} from '#web/lib/session/session.ts'
import { anyEntry } from '#web/testing/fake-entries.ts'
import { account, surveyId } from '#web/testing/fake-offline.ts'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { evaluateFailure } from '../outbox/transitions.ts'
import { waitingOfOthers } from '../storage/device-stores.ts'
import { db } from '../store/database.ts'
import { readLeftAccounts } from './left-accounts.ts'

// @alone: the session is module state.
const other = '019b0000-0000-7000-8000-0000000000ff'
const wait = (who: string) =>
  db.outbox.add(
    anyEntry(who, { survey: surveyId, endpoint: 'surveys.delete', input: { params: { id: surveyId } } }),
  )

beforeEach(async () => {
  await db.delete()
  await db.open()
  stubLocalStorage(new Map())
})
afterEach(() => {
  endCollecting(account)
  clearSession()
  vi.unstubAllGlobals()
})

function leave(who: string, firstName: string): void {
  startSession({ token: `of ${who}`, userId: who, firstName, lastName: 'Rivera', role: 'surveyor' })
  clearSession()
}

test('lists accounts that left while their work is unsent here', async () => {
  leave(account, 'Sam')
  leave(other, 'Nell')
  await wait(account)
  expect(await readLeftAccounts()).toEqual([{ id: account, name: 'Sam Rivera', count: 1, own: 0, stays: '' }])
  expect(loggedOutNames()).toEqual({ [account]: 'Sam Rivera' })
  await db.outbox.clear()
  expect(await readLeftAccounts()).toEqual([])
  expect(loggedOutNames()).toEqual({})
})

test('lists an account without a known name', async () => {
  await wait(other)
  expect(await readLeftAccounts()).toEqual([{ id: other, name: '', count: 1, own: 0, stays: '' }])
})

test('lists accounts with unsent contacts or bulk files', async () => {
  leave(account, 'Sam')
  const contact = { waits: true, problem: null, changedAt: '' }
  await db.kept.bulkPut([
    { account, id: 'contact:a', value: contact },
    { account: other, id: 'contact:b', value: { ...contact, waits: false } },
  ])
  await db.bulkFiles.put({ account, id: 'f', name: 'plan.pdf', addedAt: '' } as never)
  const stays = '1 contact and 1 file for bulk upload'
  expect(await readLeftAccounts()).toEqual([{ id: account, name: 'Sam Rivera', count: 0, own: 2, stays }])
  expect(await waitingOfOthers('')).toBe(2)
})

test('a collection token sends only for its account, whose own session takes precedence', () => {
  expect(sendingToken(account)).toBeNull()
  beginCollecting(account, 'collects')
  expect([sendingToken(account), sendingToken(other), isCollecting(account)]).toEqual([
    'collects',
    null,
    true,
  ])
  startSession({ token: 'own', userId: account, firstName: 'Sam', lastName: 'R', role: 'surveyor' })
  expect([sendingToken(account), isCollecting(account)]).toEqual(['own', false])
  clearSession()
  // Expired: the next attempt needs a new code.
  endRejectedSession('collects')
  expect(sendingToken(account)).toBeNull()
})

test('drops changes to a survey that has another owner now', () => {
  const errors = [{ handed_over: 'This survey belongs to someone else now.' }]
  expect(evaluateFailure('surveys.submit', { status: 403, errors }).kind).toBe('done')
  expect(evaluateFailure('surveys.submit', { status: 403, errors: [{ message: 'No.' }] }).kind).toBe('park')
})
