import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inPairs } from './pairs.ts'

test('an odd one stands alone on the last line', () => {
  expect(inPairs(['a', 'b', 'c'])).toEqual([['a', 'b'], ['c']])
  expect(inPairs([])).toEqual([])
})

test('keeps all and their order, never more than two on a line', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), (items) => {
      const lines = inPairs(items)
      expect(lines.flat()).toEqual(items)
      expect(lines.every((line) => line.length === 1 || line.length === 2)).toBe(true)
    }),
  )
})
