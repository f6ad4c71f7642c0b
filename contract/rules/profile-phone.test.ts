import fc from 'fast-check'
import { expect, test } from 'vitest'
import { northAmerican, northAmericanParts } from './profile-phone.ts'

test.each([
  ['415', '5550123', '+14155550123'],
  ['+415', '5550123', '+14155550123'],
  [' 415 ', '555-0123', '+14155550123'],
  ['1', '4155550123', null],
  ['41', '5550123', null],
  ['4155', '5550123', null],
  ['415', '555012', null],
  ['415', '55501234', null],
  ['415', '555012a', null],
  ['++415', '5550123', null],
  ['', '', null],
])('%j and %j', (countryCode, number, full) => {
  expect(northAmerican({ countryCode, number })).toBe(full)
})

test('splitting and joining a number restores it, and only North American numbers split', () => {
  const digits = fc.stringMatching(/^\d{5,15}$/)
  fc.assert(
    fc.property(digits, (number) => {
      const parts = northAmericanParts(`+${number}`)
      expect(parts !== null).toBe(/^1\d{10}$/.test(number))
      if (parts) expect(northAmerican(parts)).toBe(`+${number}`)
    }),
  )
})
