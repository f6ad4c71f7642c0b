import { expect, test } from 'vitest'
import { nextIndex } from './use-search-combobox.ts'

test('wraps around and enters the list at either end', () => {
  expect([nextIndex(-1, 1, 3), nextIndex(0, 1, 3), nextIndex(2, 1, 3)]).toEqual([0, 1, 0])
  expect([nextIndex(-1, -1, 3), nextIndex(0, -1, 3), nextIndex(2, -1, 3)]).toEqual([2, 2, 1])
  expect(nextIndex(-1, 1, 0)).toBe(-1)
})
