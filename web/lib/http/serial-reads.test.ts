import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serialReads } from './serial-reads.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Reads that end when the test says so. */
function readings() {
  const open: PromiseWithResolvers<boolean>[] = []
  let begun = 0
  return {
    read: () => {
      begun++
      const one = Promise.withResolvers<boolean>()
      open.push(one)
      return one.promise
    },
    begun: () => begun,
    end: async (found: boolean | Error) => {
      const one = open.shift()
      if (found instanceof Error) one?.reject(found)
      else one?.resolve(found)
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

test('requests during a read cause exactly one more read after it', async () => {
  const { read, begun, end } = readings()
  const reading = serialReads(read, 100)
  void reading.ask()
  void reading.ask()
  void reading.ask()
  expect(begun()).toBe(1)
  await end(true)
  await vi.advanceTimersByTimeAsync(200)
  expect(begun()).toBe(2)
  await end(true)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(begun()).toBe(2)
  expect(reading.behind()).toBe(false)
})

test.each([false, new Error('No database')])(
  'a failed read (%s) is retried on request or after a pause',
  async (failed) => {
    const { read, begun, end } = readings()
    const reading = serialReads(read, 100)
    void reading.ask()
    await end(failed)
    expect(reading.behind()).toBe(true)
    void reading.ask()
    expect(begun()).toBe(2)
    await end(failed)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(begun()).toBe(3)
    await end(true)
    expect(reading.behind()).toBe(false)
  },
)

test('reads nothing after the end', async () => {
  const { read, begun, end } = readings()
  const reading = serialReads(read, 100)
  void reading.ask()
  void reading.ask()
  reading.end()
  await end(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(begun()).toBe(1)
  // A request after the end is not reported as read.
  await reading.ask()
  expect([begun(), reading.behind()]).toEqual([1, true])
})

test('a request at the very moment a read ends is read too', async () => {
  for (let steps = 0; steps < 8; steps++) {
    const found = Promise.withResolvers<boolean>()
    let begun = 0
    const reading = serialReads(() => (begun++ === 0 ? found.promise : Promise.resolve(true)), 100)
    void reading.ask()
    found.resolve(true)
    for (let step = 0; step < steps; step++) await Promise.resolve()
    void reading.ask()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(begun).toBe(2)
  }
})
