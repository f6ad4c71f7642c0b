import { expect, test } from 'vitest'
import { checkNewPassword } from './check-new-password.ts'

test.each([
  ['', '', { form: 'accounts.mustChangePassword', first: 'password' }],
  ['', 'Secret12', { password: 'accounts.newPasswordMissing', first: 'password' }],
  ['Secret12', '', { confirm: 'accounts.confirmPasswordMissing', first: 'confirm' }],
  ['secret12', 'secret12', { password: 'accounts.newPasswordNotValid', first: 'password' }],
  ['Secret1', 'Secret1', { password: 'accounts.newPasswordNotValid', first: 'password' }],
  [`Aa1${'x'.repeat(126)}`, 'x', { password: 'accounts.newPasswordNotValid', first: 'password' }],
  ['Secret12', 'Secret13', { confirm: 'accounts.passwordsDiffer', first: 'confirm' }],
  ['Secret12', 'Secret12', null],
])('%j repeated as %j', (password, confirm, expected) => {
  expect(checkNewPassword({ password, confirm })).toEqual(expected)
})
