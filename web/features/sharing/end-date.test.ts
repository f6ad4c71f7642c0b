import { expect, test } from 'vitest'
import { dayOf, endOfDay, isPast } from './end-date.ts'

test('a link with an end date works through that whole day', () => {
  const end = endOfDay('2026-03-04')
  expect(end && new Date(end).getTime()).toBe(new Date(2026, 2, 4, 23, 59, 59, 999).getTime())
})

test('without a day there is no end', () => {
  expect(endOfDay('')).toBeNull()
})

test('accepts today and rejects yesterday', () => {
  const now = new Date(2026, 2, 4, 23, 30)
  expect(dayOf(now)).toBe('2026-03-04')
  expect(isPast('2026-03-04', now)).toBe(false)
  expect(isPast('2026-03-03', now)).toBe(true)
  expect(isPast('', now)).toBe(false)
})
