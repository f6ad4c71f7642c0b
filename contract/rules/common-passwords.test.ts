import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { limits } from '../limits.ts'
import { isCommonPassword } from './common-passwords.ts'

test.each([
  ...['Password1', 'PASSWORD123', 'Qwerty123', 'Passw0rd', 'P@ssw0rd', 'Trustno1', 'Fieldbook2026'],
  'Abcdefg1',
])('%s is among the first that attackers try', (password) => {
  expect(isCommonPassword(password)).toBe(true)
})

test.each(['Kestrel-Attic-19', 'Riser-Closet-42', ''])('%j is not', (password) => {
  expect(isCommonPassword(password)).toBe(false)
})

test('lists the package’s 3,000 most common passwords that the other rules would accept', () => {
  const passable = dictionary['passwords-common']
    .map((word) => word.normalize('NFKC').toLowerCase())
    .filter((word) => word.length >= limits.passwordMin && /\p{L}/u.test(word) && /\d/.test(word))
  expect(passable.slice(0, 3_000).filter((word) => !isCommonPassword(word))).toEqual([])
})
