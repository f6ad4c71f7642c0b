import fc from 'fast-check'
import { expect, test } from 'vitest'
import { convertMeasure } from './unit-conversion.ts'

test.each([
  ['metric', '40', 'ft', 12.19, 'm'],
  ['metric', '2.5', 'in', 6.35, 'cm'],
  ['metric', '1200', 'sq ft', 111.5, 'm²'],
  ['metric', '212', '°F', 100, '°C'],
  ['metric', '150', 'lb', 68.04, 'kg'],
  ['imperial', '100', 'm', 328.1, 'ft'],
  ['imperial', ' 12 ', 'KM', 7.456, 'mi'],
  ['imperial', '-40', '°C', -40, '°F'],
  ['imperial', '2500', 'm', 8202, 'ft'],
] as const)('converts for %s readers: %s %s → %s %s', (system, text, unit, value, other) => {
  expect(convertMeasure(system, text, unit)).toEqual({ value, unit: other })
})

test.each([
  ['imperial', '40', 'ft'],
  ['metric', '40', 'm'],
  ['metric', '40', 'dB'],
  ['metric', '40', ''],
  ['metric', '', 'ft'],
  ['metric', ' ', 'ft'],
  ['metric', '-', 'ft'],
] as const)('converts nothing for %s readers: %j %j', (system, text, unit) => {
  expect(convertMeasure(system, text, unit)).toBeNull()
})

test('converts back to the original value within display precision', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('ft', 'in', 'mi', 'lb', 'psi', '°F'),
      fc.integer({ min: 1, max: 9_999 }),
      (unit, number) => {
        const there = convertMeasure('metric', String(number), unit)
        const back = there && convertMeasure('imperial', String(there.value), there.unit)
        expect(Math.abs((back?.value ?? 0) - number)).toBeLessThanOrEqual(Math.max(0.6, number / 500))
      },
    ),
  )
})
