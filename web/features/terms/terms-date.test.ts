import { expect, test } from 'vitest'
import { termsDate } from './terms-date.ts'

test('formats dates of terms as MM-DD-YYYY', () => {
  expect(termsDate('2026-03-09T10:00:00Z', 'UTC')).toBe('03-09-2026')
  expect(termsDate('', 'UTC')).toBe('')
})
