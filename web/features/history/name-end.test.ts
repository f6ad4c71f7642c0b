import { expect, test } from 'vitest'
import { nameEnd } from './name-end.ts'

test('a name that is shown whole has no end beside it', () => {
  expect(nameEnd('Hill House')).toBe('')
})

test('names that begin alike are told apart by their ends', () => {
  expect(nameEnd('Riverside Court, building 4')).toBe('Court, building 4')
  expect(nameEnd('Riverside Court, building 5')).toBe('Court, building 5')
})

test('of a long name the last words are told', () => {
  expect(nameEnd('Riverside Court on the long hill, phase two, north tower')).toBe('two, north tower')
})

test('a name without words is told by its last letters', () => {
  expect(nameEnd('x'.repeat(60))).toBe('x'.repeat(22))
})
