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
])('picks a keyboard by name: %j → %s', (name, keys) => {
  expect(keyboardOf({ type: 'text', name, dictation: false })).toBe(keys)
})

test('uses the full keyboard for dictated and multi-line text', () => {
  expect(keyboardOf({ type: 'text', name: 'Phone', dictation: true })).toBe('text')
  expect(keyboardOf({ type: 'long_text', name: 'Email', dictation: false })).toBe('text')
})
