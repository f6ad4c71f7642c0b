import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentTrouble } from '../store/trouble.ts'
import { answerWriter } from './writer.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('what a device could not keep is tried again, and what comes after that is kept like before', async () => {
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
  await writer.settled()
  expect(currentTrouble()).toBe('failed')
  works = true
  // Before its time to try again the person types on, and that goes well.
  writer.record('b', put('second'))
  await writer.settled()
  expect([kept, published]).toEqual([['first', 'second'], ['caught up']])
  await vi.advanceTimersByTimeAsync(10_000)
  writer.record('c', put('third'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(kept).toEqual(['first', 'second', 'third'])
  expect([writer.unwritten(), currentTrouble(), published.length]).toEqual([0, null, 1])
})
