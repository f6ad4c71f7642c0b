import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadWithRetries } from './load-with-retries.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function failingTwice() {
  return vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue('the part')
}

test('a part that failed to load loads when the network is back', async () => {
  const load = failingTwice()
  const loaded = loadWithRetries(load)
  for (const times of [1, 2]) {
    await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(times))
    // Not before the listener is registered.
    await Promise.resolve()
    window.dispatchEvent(new Event('online'))
  }
  expect(await loaded).toBe('the part')
})

test('retries even if no event announces the network', async () => {
  const load = failingTwice()
  const loaded = loadWithRetries(load)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(await loaded).toBe('the part')
  expect(load).toHaveBeenCalledTimes(3)
})
