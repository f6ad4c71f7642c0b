import { expect, test } from 'vitest'
import { codeDigits } from './code-digits.ts'

test.each([
  ['', 4, ''],
  ['12', 4, '12'],
  ['1234', 4, '1234'],
  ['12345', 4, '1234'],
  ['12 34', 4, '1234'],
  ['12-34', 4, '1234'],
  ['1a2b', 4, '12'],
  ['１２３４', 4, '1234'],
  ['0042 is your Fieldbook code.', 4, '0042'],
  ['Fieldbook 24: your code is 123456', 6, '123456'],
])('%j with %i digits is %j', (text, length, digits) => {
  expect(codeDigits(text, length)).toBe(digits)
})
