import { expect, test } from 'vitest'
import { startOfDay } from './days.ts'

test.each([
  ['2026-03-01', 'UTC', 0, '2026-03-01T00:00:00.000Z'],
  ['2026-02-28', 'UTC', 1, '2026-03-01T00:00:00.000Z'],
  ['2026-03-08', 'America/New_York', 0, '2026-03-08T05:00:00.000Z'],
  ['2026-03-08', 'America/New_York', 1, '2026-03-09T04:00:00.000Z'],
  ['2026-05-01', '+05:30', 0, '2026-04-30T18:30:00.000Z'],
  ['2026-05-01', 'Pacific/Kiritimati', 0, '2026-04-30T10:00:00.000Z'],
])('%s in %s, %i days on, begins at %s', (date, zone, days, moment) => {
  expect(startOfDay(date, zone, days).toISOString()).toBe(moment)
})

test('a day whose midnight is skipped begins after the gap', () => {
  expect(startOfDay('2026-04-24', 'Africa/Cairo').toISOString()).toBe('2026-04-23T22:00:00.000Z')
})

test('a day skipped by a zone begins with the next day', () => {
  expect(startOfDay('2011-12-30', 'Pacific/Apia').toISOString()).toBe('2011-12-30T10:00:00.000Z')
})
