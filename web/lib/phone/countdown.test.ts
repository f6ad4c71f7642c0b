import { expect, test } from 'vitest'
import { minutesAndSeconds, secondsUntil } from './countdown.ts'

test.each([
  [120, '02:00'],
  [119, '01:59'],
  [60, '01:00'],
  [9, '00:09'],
  [0, '00:00'],
])('%i seconds are shown as %s', (seconds, shown) => {
  expect(minutesAndSeconds(seconds)).toBe(shown)
})

test.each([
  [120_000, 0, 120],
  [120_000, 1, 120],
  [120_000, 1_000, 119],
  [120_000, 119_999, 1],
  [120_000, 120_000, 0],
  [120_000, 500_000, 0],
])('until %i at %i: %i seconds', (end, now, left) => {
  expect(secondsUntil(end, now)).toBe(left)
})

test('a clock that was set back extends no wait', () => {
  expect(secondsUntil(10_000_000, 0)).toBe(120)
})
