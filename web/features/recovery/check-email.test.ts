import { expect, test } from 'vitest'
import { emailFault } from './check-email.ts'

test.each([
  ['', 'recovery.emailRequired'],
  ['  ', 'recovery.emailRequired'],
  ['ann', 'recovery.emailInvalid'],
  ['ann@example', 'recovery.emailInvalid'],
  ['ann@example.c', 'recovery.emailInvalid'],
  ['ann@example.c0m', 'recovery.emailInvalid'],
  ['ann lee@example.com', 'recovery.emailInvalid'],
  ['ann@example.museum', 'unusual'],
  ['admin@fieldbook.local', 'unusual'],
  ['ann@example.co', null],
  ['ann@example.info', null],
  [' Ann.Lee+site@mail.example.com ', null],
])('%j: %s', (text, fault) => {
  expect(emailFault(text)).toBe(fault)
})
