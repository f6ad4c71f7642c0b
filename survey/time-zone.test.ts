import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clockIn, clockText, dayIn, instantAt, supportedZone, zoneName } from './time-zone.ts'

/** 8 pm on the West Coast, already the next day in UTC. */
const evening = '2026-09-15T03:00:00Z'

test('returns the local date, and the UTC date without a zone', () => {
  expect(dayIn(evening, 'America/Los_Angeles')).toBe('2026-09-14')
  expect(dayIn(evening, 'Asia/Tokyo')).toBe('2026-09-15')
  expect(dayIn(evening, null)).toBe('2026-09-15')
  expect(clockText(new Date(evening), 'America/Los_Angeles')).toBe('2026-09-14 20:00:00')
})

test('returns the common name of a zone', () => {
  expect(zoneName('America/Los_Angeles')).toBe('Pacific Time')
  expect(zoneName('UTC')).toBe('UTC')
  expect(zoneName(null)).toBe('UTC')
})

test('treats an unknown zone as UTC', () => {
  expect(supportedZone('Mars/Olympus_Mons')).toBe('UTC')
  expect(dayIn(evening, 'Mars/Olympus_Mons')).toBe('2026-09-15')
  expect(zoneName('Mars/Olympus_Mons')).toBe('UTC')
})

test('returns nothing for an invalid date', () => {
  expect(clockIn(new Date(Number.NaN), 'UTC')).toEqual([])
})

test('returns hour 0 for midnight', () => {
  expect(clockIn(new Date('2026-01-01T05:00:00Z'), 'America/New_York')).toEqual([2026, 1, 1, 0, 0, 0])
})

test('converts a local time back to an instant with the same local time', () => {
  const zones = ['America/Los_Angeles', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC']
  const moment = fc.integer({
    min: Date.UTC(1990, 0, 1) / 1000,
    max: Date.UTC(2040, 0, 1) / 1000,
  })
  fc.assert(
    fc.property(moment, fc.constantFrom(...zones), (seconds, zone) => {
      const said = clockText(new Date(seconds * 1000), zone)
      expect(clockText(instantAt(said.replace(' ', 'T'), zone), zone)).toBe(said)
    }),
  )
})
