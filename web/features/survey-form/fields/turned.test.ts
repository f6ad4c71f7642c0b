import { expect, test } from 'vitest'
import { turned } from './turned.ts'

test('the sign turns there and back, whichever dash it is', () => {
  expect(turned('12.5')).toBe('-12.5')
  expect(turned('-12.5')).toBe('12.5')
  expect(turned('\u221212,5')).toBe('12,5')
  expect(turned('')).toBe('-')
})
