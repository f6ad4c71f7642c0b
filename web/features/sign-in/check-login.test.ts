import { expect, test } from 'vitest'
import { checkLogin } from './check-login.ts'

test.each([
  ['', '', { form: 'accounts.loginBothMissing', first: 'email' }],
  ['  ', '', { form: 'accounts.loginBothMissing', first: 'email' }],
  ['', 'Secret12', { email: 'accounts.emailMissing', first: 'email' }],
  ['ann@example.com', '', { password: 'accounts.passwordMissing', first: 'password' }],
  ['ann@example', 'Secret12', { email: 'accounts.emailNotValid', first: 'email' }],
  [' ann@example.com ', 'x', null],
])('email %j with password %j', (email, password, expected) => {
  expect(checkLogin({ email, password })).toEqual(expected)
})

test('accepts a password of only spaces', () => {
  expect(checkLogin({ email: 'ann@example.com', password: '   ' })).toBeNull()
})
