import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inPairs } from './pairs.ts'

test('puts an odd last item on its own line', () => {
  expect(inPairs(['a', 'b', 'c'])).toEqual([['a', 'b'], ['c']])
  expect(inPairs([])).toEqual([])
})

test('keeps all items in order, at most two per line', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), (items) => {
      const lines = inPairs(items)
      expect(lines.flat()).toEqual(items)
      expect(lines.every((line) => line.length === 1 || line.length === 2)).toBe(true)
    }),
  )
})
