import { expect, test } from 'vitest'
import { keyboardOf } from './keyboard.ts'

test.each([
  ['Property manager phone', 'tel'],
  ['Phone number', 'tel'],
  ['Property manager email', 'email'],
  ['E-mail address', 'email'],
  ['Maintenance contact and phone', 'text'],
  ['Email or phone', 'text'],
  ['Megaphone', 'text'],
  ['Unit number', 'text'],
])('%j is typed with keys for %s', (name, keys) => {
  expect(keyboardOf({ type: 'text', name, dictation: false })).toBe(keys)
})

test('what is dictated, and what is no line of text, has all keys', () => {
  expect(keyboardOf({ type: 'text', name: 'Phone', dictation: true })).toBe('text')
  expect(keyboardOf({ type: 'long_text', name: 'Email', dictation: false })).toBe('text')
})
