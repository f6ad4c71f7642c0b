import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { anyEntry } from '#web/testing/fake-entries.ts'
import { account, surveyId } from '#web/testing/fake-offline.ts'
import { newEntry } from '../operations/entries.ts'
import { type DeviceEvent, publish, subscribe } from '../store/bus.ts'
import { db } from '../store/database.ts'
import { untilOnServer } from './follow.ts'
import { publishGone } from './refresher.ts'

test('waiting a day for a survey to be created adds no listeners', async () => {
  const left = new AbortController()
  const begun = vi.spyOn(left.signal, 'addEventListener')
  const ended = vi.spyOn(left.signal, 'removeEventListener')
  await db.outbox.add(newEntry(account, { survey: surveyId, endpoint: 'surveys.create', input: {} }))
  const made = untilOnServer(account, surveyId, left.signal)
  for (let change = 1; change < 5; change++) {
    await expect.poll(() => begun.mock.calls.length).toBe(change)
    publish(account, { kind: 'queue', now: false })
  }
  await expect.poll(() => begun.mock.calls.length).toBe(5)
  expect(ended.mock.calls.length).toBe(4)
  await db.outbox.clear()
  publish(account, { kind: 'queue', now: false })
  await made
  expect(ended.mock.calls.length).toBe(begun.mock.calls.length)
})

test('does not report a deleted survey as gone while its restoration is unsent', async () => {
  const published: DeviceEvent['kind'][] = []
  const forget = subscribe(account, ({ kind }) => published.push(kind))
  const row = anyEntry(account, { survey: surveyId, endpoint: 'surveys.restore', input: {} })
  await db.outbox.add(row)
  await publishGone(account, surveyId)
  expect(published).toEqual([])
  // The server rejected the restoration, so the survey is gone.
  await db.outbox.where({ id: row.id }).modify({ state: 'parked' })
  await publishGone(account, surveyId)
  expect(published).toEqual(['gone'])
  forget()
})
