import { expect, test } from 'vitest'
import { decimalOf, turned } from './decimals.ts'

test('letters go, the number and the caret stay', () => {
  expect(decimalOf('12a.5', 3)).toEqual({ text: '12.5', caret: 2, stripped: true })
  expect(decimalOf('-7,25', 5)).toEqual({ text: '-7.25', caret: 5, stripped: false })
  expect(decimalOf('1.2.3', 5)).toEqual({ text: '1.23', caret: 4, stripped: true })
  expect(decimalOf('4-2', 2)).toEqual({ text: '42', caret: 1, stripped: true })
})

test('what is on the way to a number stays as it is', () => {
  for (const text of ['-', '.', '-.', '12.', ''])
    expect(decimalOf(text, text.length)).toEqual({ text, caret: text.length, stripped: false })
})

test('a number out of a spreadsheet loses its commas only', () => {
  expect(decimalOf('1,234.5', 7).text).toBe('1234.5')
})

test('the sign turns there and back', () => {
  expect(turned('12.5')).toBe('-12.5')
  expect(turned('-12.5')).toBe('12.5')
  expect(turned('')).toBe('-')
})
