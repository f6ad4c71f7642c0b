import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { account, emptySurvey, surveyId } from '#web/testing/fake-offline.ts'
import { recordAnswer } from '../record/record-answer.ts'
import { db } from '../store/database.ts'
import { clearStorageFailure, reportStorageFailure } from '../store/storage-failure.ts'
import type { SyncState } from './status.ts'
import { debounceStates, itemState, subscribeTo } from './survey-states.ts'

const section = emptySurvey().sections[0]
const part = section?.subSections[0]
const [typed = '', other = ''] = part?.answers.map(({ id }) => id) ?? []
const state = (id: string) => itemState(account, surveyId, id)

afterEach(() => {
  clearStorageFailure()
  vi.restoreAllMocks()
})

test('claims nothing until the state is known, or while the device stores nothing', async () => {
  const place = { survey: surveyId, section: section?.id ?? '', subSection: part?.id ?? '', answer: typed }
  const given = {
    value: 'Pier',
    values: [],
    at: '2026-11-02T09:00:00.000Z',
    baseRevision: 0,
    copiedFrom: null,
  }
  await recordAnswer(account, { ...place, name: 'Name', ...given })
  const transaction = vi.spyOn(db, 'transaction')
  transaction.mockRejectedValueOnce(new Error('The store is broken'))
  const listener = vi.fn()
  const leave = subscribeTo(account, surveyId, other, listener)
  expect([state(typed), state(other)]).toEqual([null, null])
  await expect.poll(() => transaction.mock.results.length).toBe(1)
  expect(state(other)).toBeNull()
  // It reads again by itself.
  await expect.poll(() => [state(typed), state(other)]).toEqual(['on this device', 'on the server'])
  expect(listener).toHaveBeenCalledTimes(1)
  reportStorageFailure(new Error('The store is broken'))
  expect([state(typed), state(other), listener.mock.calls.length]).toEqual(['on this device', null, 2])
  clearStorageFailure()
  expect([state(other), listener.mock.calls.length]).toEqual(['on the server', 3])
  leave()
})

test('an answer that alternates between waiting and sending is not shown as on the server', () => {
  const at = (state: SyncState) => new Map([[typed, state]])
  const first = debounceStates(new Map(), new Map(), at('sending'))
  expect(first.get(typed)).toBeUndefined()
  const second = debounceStates(first, at('sending'), at('on this device'))
  expect(second.get(typed)).toBe('on this device')
  // Nor does the state flicker afterwards.
  expect(debounceStates(second, at('on this device'), at('sending')).get(typed)).toBe('on this device')
})
