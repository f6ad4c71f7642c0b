import { expect, test } from 'vitest'
import { checkNewPassword } from './check-new-password.ts'

test.each([
  ['', '', { form: 'accounts.mustChangePassword', first: 'password' }],
  ['', 'Heron712', { password: 'accounts.newPasswordMissing', first: 'password' }],
  ['Heron712', '', { confirm: 'accounts.confirmPasswordMissing', first: 'confirm' }],
  ['heron712', 'heron712', { password: 'accounts.newPasswordNotValid', first: 'password' }],
  ['Secret1', 'Secret1', { password: 'accounts.newPasswordNotValid', first: 'password' }],
  [`Aa1${'x'.repeat(126)}`, 'x', { password: 'accounts.newPasswordNotValid', first: 'password' }],
  ['Abcdefg1', 'Abcdefg1', { password: 'accounts.passwordTooCommon', first: 'password' }],
  ['Heron712', 'Heron713', { confirm: 'accounts.passwordsDiffer', first: 'confirm' }],
  ['Heron712', 'Heron712', null],
])('%j repeated as %j', (password, confirm, expected) => {
  expect(checkNewPassword({ password, confirm })).toEqual(expected)
})
