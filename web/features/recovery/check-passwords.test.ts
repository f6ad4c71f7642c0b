import { expect, test } from 'vitest'
import { checkChosen, checkReset } from './check-passwords.ts'

const long = `Aa1${'x'.repeat(126)}`

test.each([
  ['', '', { password: 'Enter password.', confirm: 'Repeat password.' }],
  ['Secret12', '', { confirm: 'Repeat password.' }],
  ['', 'Secret12', { password: 'Enter password.', confirm: 'Passwords are not matching.' }],
  ['Secret12', 'Secret13', { confirm: 'Passwords are not matching.' }],
  [
    'Secret1',
    'Secret1',
    {
      password:
        'Your password does not meet all the requirements. Must have minimum character length is 8 characters.',
    },
  ],
  [
    'secretsecret',
    'secretsecret',
    {
      password:
        'Your password does not meet all the requirements. Must have at least one capital letter, at least one digit.',
    },
  ],
  [long, long, { password: 'New password not valid.' }],
  ['Secret12', 'Secret12', {}],
])('reset screen: %j repeated as %j', (password, confirm, errors) => {
  expect(checkReset({ password, confirm })).toEqual(errors)
})

test.each([
  ['', '', { password: 'Please enter a password', confirm: 'Please confirm your password' }],
  ['S', 'S', { password: 'Password must be at least 2 characters' }],
  ['Secret', 'Secret', { password: 'Invalid password' }],
  [long, long, { password: 'Invalid password' }],
  ['Secret12', 'secret12', { confirm: 'Passwords must match.' }],
  ['Secret12', 'Secret12', {}],
])('after a code: %j repeated as %j', (password, confirm, errors) => {
  expect(checkChosen({ password, confirm })).toEqual(errors)
})
