import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normalPhone } from './phone.ts'

test.each([
  ['', ''],
  ['+12025550143', '+12025550143'],
  ['+4402079460018', '+442079460018'],
  ['+442079460018', '+442079460018'],
  ['+44002079460018', '+442079460018'],
  ['+1114155550123', '+14155550123'],
  ['+3906698', '+3906698'],
  ['+0015550100', '+0015550100'],
  ['+999123456', '+999123456'],
])('%j is %j', (given, normal) => {
  expect(normalPhone(given)).toBe(normal)
  expect(normalPhone(normal)).toBe(normal)
})

test('the normal form of any digits is its own normal form', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\+(?:0|1|44|52|54|39|7|55)?\d{5,14}$/), (given) => {
      const normal = normalPhone(given)
      expect(normalPhone(normal)).toBe(normal)
    }),
    { numRuns: 500 },
  )
})
