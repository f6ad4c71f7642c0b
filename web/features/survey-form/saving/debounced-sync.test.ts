import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type SurveySync, type SyncState, summarizeEntries, type Unsure } from '#web/offline/outbox/status.ts'
import { debounceSync, type SyncReading } from './debounced-sync.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const reading = (state: SyncState): SurveySync => ({ ...summarizeEntries([], 0, ''), state })

function line(first: SyncState = 'on the server') {
  const states: (SyncState | Unsure | null)[] = []
  const debounced = debounceSync(({ sync, unsure }: SyncReading) =>
    states.push(unsure ?? sync?.state ?? null),
  )
  debounced.take(reading(first), null)
  return { debounced, states, shown: () => states.at(-1) }
}

test('stops showing "on the server" within 1.2 seconds of continuous typing without a reply', () => {
  const { debounced, shown } = line()
  for (let at = 0; at < 1_200; at += 150) {
    debounced.take(reading('sending'), null)
    expect(shown()).toBe('on the server')
    vi.advanceTimersByTime(150)
  }
  expect(shown()).toBe('sending')
})

test('does not flicker if each word is saved before the next one is typed', () => {
  const { debounced, states } = line()
  for (let word = 0; word < 10; word++) {
    debounced.take(reading('sending'), null)
    vi.advanceTimersByTime(600)
    debounced.take(reading('on the server'), null)
    vi.advanceTimersByTime(150)
  }
  expect(new Set(states)).toEqual(new Set(['on the server']))
})

test('shows unsent, rejected and unknown states immediately, and recovers after a delay', () => {
  const { debounced, shown } = line()
  for (const state of ['on this device', 'needs attention'] as const) {
    debounced.take(reading(state), null)
    expect(shown()).toBe(state)
  }
  debounced.take(null, 'unread')
  expect(shown()).toBe('unread')
  debounced.take(reading('on the server'), null)
  expect(shown()).toBe('unread')
  vi.advanceTimersByTime(700)
  expect(shown()).toBe('on the server')
})

test('shows nothing after it has ended', () => {
  const { debounced, states } = line()
  debounced.take(reading('sending'), null)
  debounced.end()
  vi.advanceTimersByTime(5_000)
  expect(states).toEqual(['on the server'])
})

test('never shows a state that no reading of the last 1.2 seconds had', () => {
  const state = fc.constantFrom<SyncState>('on this device', 'sending', 'on the server', 'needs attention')
  const step = fc.record({ state, pause: fc.integer({ min: 150, max: 900 }) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { debounced, shown } = line()
      let said: { at: number; state: SyncState }[] = [{ at: performance.now(), state: 'on the server' }]
      for (const { state, pause } of steps) {
        debounced.take(reading(state), null)
        said.push({ at: performance.now(), state })
        for (let left = pause; left > 0; left -= 50) {
          vi.advanceTimersByTime(Math.min(50, left))
          const longAgo = performance.now() - 1_200
          // Keep the last earlier reading: it was current when the period began.
          const first = said.findLastIndex(({ at }) => at <= longAgo)
          said = said.slice(Math.max(0, first))
          expect(said.map((one) => one.state)).toContain(shown())
        }
      }
    }),
    { seed: 7, numRuns: 300 },
  )
})
