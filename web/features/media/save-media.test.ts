import { expect, test } from 'vitest'
import { stampedName } from './save-media.ts'

test('a saved file begins with the moment, so that files sort by it and never overwrite each other', () => {
  expect(stampedName('photo-0001.jpg', new Date(2026, 2, 4, 9, 5, 7))).toBe('20260304-090507-photo-0001.jpg')
})
