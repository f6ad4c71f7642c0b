import { expect, test } from 'vitest'
import { parseRecipient } from './recipient.ts'

test.each([
  [' guest@example.com ', { email: 'guest@example.com' }],
  ['212 555 0100', { phone_number: '2125550100' }],
  ['(212) 555-0100', { phone_number: '2125550100' }],
  ['+1 212.555.0100', { phone_number: '+12125550100' }],
  ['2125550100@example.com', { email: '2125550100@example.com' }],
  ['212 555 010', 'Phone number is not valid.'],
  ['+44 20 7183 8750', 'Phone number is not valid.'],
  ['', 'The email address you entered is not valid.'],
  ['nobody', 'The email address you entered is not valid.'],
  ['someone@nowhere', 'The email address you entered is not valid.'],
])('%j', (typed, found) => {
  expect(parseRecipient(typed)).toEqual(found)
})
