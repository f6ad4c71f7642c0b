import { expect, test } from 'vitest'
import { digitsOf } from './digits.ts'

test('only digits stay, and the caret stays behind the same digit', () => {
  expect(digitsOf('12a3', 3)).toEqual({ digits: '123', caret: 2, stripped: true })
  expect(digitsOf('4 500,7', 7)).toEqual({ digits: '45007', caret: 5, stripped: true })
  expect(digitsOf('42', 1)).toEqual({ digits: '42', caret: 1, stripped: false })
})

test('a number does not grow without end', () => {
  expect(digitsOf('9'.repeat(50), 50).digits).toHaveLength(30)
})
