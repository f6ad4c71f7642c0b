import { expect, test } from 'vitest'
import type { Country } from '#web/lib/phone/countries.ts'
import type { Account } from './fields.ts'
import { splitCallingCode } from './split-calling-code.ts'

const countries = ['1', '7', '44', '358', '1'].map(
  (country_code): Country => ({
    id: country_code,
    type: '',
    attributes: { emoji_flag: '', name: '', country_code },
  }),
)

test.each([
  ['+14155550123', '1', '4155550123'],
  ['+447911123456', '44', '7911123456'],
  ['+358401234567', '358', '401234567'],
  ['', '', ''],
  ['+99912345', '', '99912345'],
])('%s', (full_phone_number, countryCode, phone) => {
  const account = { full_phone_number, first_name: 'Sam' } as Account
  expect(splitCallingCode(account, countries)).toMatchObject({ firstName: 'Sam', countryCode, phone })
})
