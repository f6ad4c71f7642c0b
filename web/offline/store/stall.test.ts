import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteProgress, whenOverdue, whenStalled } from './stall.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Simulates a busy main thread: the clock advances, but no timer fires. */
function block(milliseconds: number): void {
  vi.setSystemTime(Date.now() + milliseconds)
  const now = performance.now.bind(performance)
  const busy = now() + milliseconds
  vi.spyOn(performance, 'now').mockImplementationOnce(() => busy)
}

test('a store without a reply for 15 free seconds hangs', async () => {
  const stalled = vi.fn()
  whenStalled(stalled)
  await vi.advanceTimersByTimeAsync(14_900)
  expect(stalled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(stalled).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(stalled).toHaveBeenCalledOnce()
})

test('a store that replies is slow, not stalled, however long it takes', async () => {
  const [stalled, overdue] = [vi.fn(), vi.fn()]
  const stop = whenStalled(stalled)
  whenOverdue(overdue)
  for (let replies = 0; replies < 6; replies += 1) {
    await vi.advanceTimersByTimeAsync(10_000)
    noteProgress()
  }
  expect(stalled).not.toHaveBeenCalled()
  expect(overdue).toHaveBeenCalledOnce()
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(stalled).not.toHaveBeenCalled()
})

test('seconds in which the main thread was busy do not count', async () => {
  const stalled = vi.fn()
  whenStalled(stalled)
  for (let seconds = 0; seconds < 30; seconds += 1) {
    // The next timer fires half a second late.
    await vi.advanceTimersByTimeAsync(900)
    block(600)
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(stalled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(16_000)
  expect(stalled).toHaveBeenCalledOnce()
})
