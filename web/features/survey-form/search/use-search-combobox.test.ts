import { expect, test } from 'vitest'
import { stepped } from './use-search-combobox.ts'

test('wraps around and enters the list at either end', () => {
  expect([stepped(-1, 1, 3), stepped(0, 1, 3), stepped(2, 1, 3)]).toEqual([0, 1, 0])
  expect([stepped(-1, -1, 3), stepped(0, -1, 3), stepped(2, -1, 3)]).toEqual([2, 2, 1])
  expect(stepped(-1, 1, 0)).toBe(-1)
})
