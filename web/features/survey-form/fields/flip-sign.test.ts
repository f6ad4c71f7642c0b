import { expect, test } from 'vitest'
import { flipSign } from './flip-sign.ts'

test('adds and removes the minus sign, whichever dash is typed', () => {
  expect(flipSign('12.5')).toBe('-12.5')
  expect(flipSign('-12.5')).toBe('12.5')
  expect(flipSign('\u221212,5')).toBe('12,5')
  expect(flipSign('')).toBe('-')
})
