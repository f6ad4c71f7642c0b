import { expect, test } from 'vitest'
import { localDay, localMinute, localMoment } from './clock.ts'

test('formats days and minutes in local time', () => {
  const at = new Date(2026, 0, 5, 8, 7, 9)
  expect(localDay(at)).toBe('2026-01-05')
  expect(localMinute(at)).toBe('2026-01-05T08:07')
})

test('keeps the instant of a moment in any time zone', () => {
  const at = new Date(2026, 6, 5, 23, 59, 1)
  expect(localMoment(at)).toMatch(/^2026-07-05T23:59:01[+-]\d\d:\d\d$/)
  expect(Date.parse(localMoment(at))).toBe(at.getTime())
})
