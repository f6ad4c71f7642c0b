import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clockIn, clockText, dayIn, momentAt, reckonedZone, zoneName } from './zoned.ts'

/** Eight in the evening on the west coast, when UTC is a day further. */
const evening = '2026-09-15T03:00:00Z'

test('a day is that of the place, and of UTC where nobody said which', () => {
  expect(dayIn(evening, 'America/Los_Angeles')).toBe('2026-09-14')
  expect(dayIn(evening, 'Asia/Tokyo')).toBe('2026-09-15')
  expect(dayIn(evening, null)).toBe('2026-09-15')
  expect(clockText(new Date(evening), 'America/Los_Angeles')).toBe('2026-09-14 20:00:00')
})

test('a zone has the name that people call it by', () => {
  expect(zoneName('America/Los_Angeles')).toBe('Pacific Time')
  expect(zoneName('UTC')).toBe('UTC')
  expect(zoneName(null)).toBe('UTC')
})

test('a zone that this program does not know is UTC, and named so', () => {
  expect(reckonedZone('Mars/Olympus_Mons')).toBe('UTC')
  expect(dayIn(evening, 'Mars/Olympus_Mons')).toBe('2026-09-15')
  expect(zoneName('Mars/Olympus_Mons')).toBe('UTC')
})

test('what is no time has no clock', () => {
  expect(clockIn(new Date(Number.NaN), 'UTC')).toEqual([])
})

test('midnight is hour 0', () => {
  expect(clockIn(new Date('2026-01-01T05:00:00Z'), 'America/New_York')).toEqual([2026, 1, 1, 0, 0, 0])
})

test('a moment that a clock tells is found again by what the clock said', () => {
  const zones = ['America/Los_Angeles', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC']
  const moment = fc.integer({
    min: Date.UTC(1990, 0, 1) / 1000,
    max: Date.UTC(2040, 0, 1) / 1000,
  })
  fc.assert(
    fc.property(moment, fc.constantFrom(...zones), (seconds, zone) => {
      const said = clockText(new Date(seconds * 1000), zone)
      expect(clockText(momentAt(said.replace(' ', 'T'), zone), zone)).toBe(said)
    }),
  )
})
