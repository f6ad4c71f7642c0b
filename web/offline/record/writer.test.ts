import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentStorageFailure } from '../store/storage-failure.ts'
import { answerWriter } from './writer.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('retries a failed write, and stores later changes normally', async () => {
  const kept: string[] = []
  const published: string[] = []
  let works = false
  const put = (word: string) => async () => {
    if (!works) throw new Error('the store is closed')
    kept.push(word)
  }
  const writer = answerWriter('account', {
    written: () => undefined,
    caughtUp: () => published.push('caught up'),
  })
  writer.record('a', put('first'))
  await writer.whenIdle()
  expect(currentStorageFailure()).toBe('failed')
  works = true
  // The user types before the retry, and that write succeeds.
  writer.record('b', put('second'))
  await writer.whenIdle()
  expect([kept, published]).toEqual([['first', 'second'], ['caught up']])
  await vi.advanceTimersByTimeAsync(10_000)
  writer.record('c', put('third'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(kept).toEqual(['first', 'second', 'third'])
  expect([writer.unwritten(), currentStorageFailure(), published.length]).toEqual([0, null, 1])
})
