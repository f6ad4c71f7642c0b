import { expect, test } from 'vitest'
import {
  cutName,
  filterDate,
  isCut,
  ownTimeZone,
  progressPercent,
  shortDate,
  surveyDate,
  zoneOf,
} from './format.ts'

test.each([
  ['Twelve chars', 'Twelve chars'],
  ['Thirteen char', 'Thirteen c....'],
  ['🏢🏢🏢🏢🏢🏢🏢🏢🏢🏢🏢🏢🏢', '🏢🏢🏢🏢🏢🏢🏢🏢🏢🏢....'],
  ['', ''],
])('%s is shown as %s', (name, shown) => {
  expect(cutName(name)).toBe(shown)
  expect(isCut(name)).toBe(name !== shown)
})

test.each([
  ['2024-12-31T23:30:00.000Z', 'UTC', '12/31/2024'],
  ['2024-12-31T23:30:00.000Z', 'Asia/Tokyo', '01/01/2025'],
  ['2024-03-01T04:59:00.000Z', 'America/New_York', '02/29/2024'],
  ['', 'UTC', ''],
])('%s in %s is %s', (instant, zone, shown) => {
  expect(shortDate(instant, zone)).toBe(shown)
})

test('the filter sends day, month, year', () => {
  expect(filterDate('2024-02-29')).toBe('29-02-2024')
})

test.each([
  ['42% completed', 42],
  ['0% completed', 0],
  ['Completed', 100],
  ['999%', 100],
  ['', 0],
])('%s fills the bar to %i', (progress, percent) => {
  expect(progressPercent(progress)).toBe(percent)
})

test('a survey’s date is in its own time zone, else in the device’s', () => {
  const evening = '2026-09-15T03:00:00Z'
  expect(surveyDate(evening, 'America/Los_Angeles')).toBe('09/14/2026')
  expect(surveyDate(evening, 'Asia/Tokyo')).toBe('09/15/2026')
  expect(zoneOf(null)).toBe(ownTimeZone())
  expect(zoneOf('Mars/Olympus_Mons')).toBe(ownTimeZone())
})
