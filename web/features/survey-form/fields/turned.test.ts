import { expect, test } from 'vitest'
import { turned } from './turned.ts'

test('adds and removes the minus sign, whichever dash is typed', () => {
  expect(turned('12.5')).toBe('-12.5')
  expect(turned('-12.5')).toBe('12.5')
  expect(turned('\u221212,5')).toBe('12,5')
  expect(turned('')).toBe('-')
})
