import { expect, test } from 'vitest'
import { checkChosen, checkReset } from './check-passwords.ts'

const tooCommon = 'This password is one of the most commonly guessed. Please choose another one.'
const long = `Aa1${'x'.repeat(126)}`

test.each([
  ['', '', { password: 'Enter password.', confirm: 'Repeat password.' }],
  ['Heron712', '', { confirm: 'Repeat password.' }],
  ['', 'Heron712', { password: 'Enter password.', confirm: 'Passwords are not matching.' }],
  ['Heron712', 'Heron713', { confirm: 'Passwords are not matching.' }],
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
  ['Abcdefg1', 'Abcdefg1', { password: tooCommon }],
  ['Heron712', 'Heron712', {}],
])('reset screen: %j repeated as %j', (password, confirm, errors) => {
  expect(checkReset({ password, confirm })).toEqual(errors)
})

test.each([
  ['', '', { password: 'Please enter a password', confirm: 'Please confirm your password' }],
  ['S', 'S', { password: 'Password must be at least 2 characters' }],
  ['Secret', 'Secret', { password: 'Invalid password' }],
  [long, long, { password: 'Invalid password' }],
  ['Heron712', 'heron712', { confirm: 'Passwords must match.' }],
  ['Heron712', 'Heron712', {}],
])('after a code: %j repeated as %j', (password, confirm, errors) => {
  expect(checkChosen({ password, confirm })).toEqual(errors)
})
