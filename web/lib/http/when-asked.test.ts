import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenAsked } from './when-asked.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Readings that end when they are told to. */
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

test('what is asked for during a reading is read once more behind it, however often it was asked for', async () => {
  const { read, begun, end } = readings()
  const reading = whenAsked(read, 100)
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
  'a reading that failed (%s) is done when asked, or after a while',
  async (failed) => {
    const { read, begun, end } = readings()
    const reading = whenAsked(read, 100)
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

test('after the end nothing is read any more', async () => {
  const { read, begun, end } = readings()
  const reading = whenAsked(read, 100)
  void reading.ask()
  void reading.ask()
  reading.end()
  await end(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(begun()).toBe(1)
  // Whoever asks all the same is not told that it was read.
  await reading.ask()
  expect([begun(), reading.behind()]).toEqual([1, true])
})

test('what is asked for in the very moment in which a reading ends is read too', async () => {
  for (let steps = 0; steps < 8; steps++) {
    const found = Promise.withResolvers<boolean>()
    let begun = 0
    const reading = whenAsked(() => (begun++ === 0 ? found.promise : Promise.resolve(true)), 100)
    void reading.ask()
    found.resolve(true)
    for (let step = 0; step < steps; step++) await Promise.resolve()
    void reading.ask()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(begun).toBe(2)
  }
})
