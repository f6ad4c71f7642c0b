import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { account, surveyId } from '#web/testing/fake-offline.ts'
import { newEntry } from '../record/record-answer.ts'
import { tell } from '../store/bus.ts'
import { db } from '../store/database.ts'
import { untilMade } from './follow.ts'

test('a survey that waits for a day to be made is waited for without gathering anything', async () => {
  const left = new AbortController()
  const begun = vi.spyOn(left.signal, 'addEventListener')
  const ended = vi.spyOn(left.signal, 'removeEventListener')
  await db.outbox.add(newEntry(account, { survey: surveyId, endpoint: 'surveys.create', input: {} }))
  const made = untilMade(account, surveyId, left.signal)
  for (let change = 1; change < 5; change++) {
    await expect.poll(() => begun.mock.calls.length).toBe(change)
    tell(account, { kind: 'queue', now: false })
  }
  await expect.poll(() => begun.mock.calls.length).toBe(5)
  expect(ended.mock.calls.length).toBe(4)
  await db.outbox.clear()
  tell(account, { kind: 'queue', now: false })
  await made
  expect(ended.mock.calls.length).toBe(begun.mock.calls.length)
})
