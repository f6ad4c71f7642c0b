import { expect, test } from 'vitest'
import { fullPhone, type Phone, phoneErrors } from './phone.ts'

test.each<[Phone, ReturnType<typeof phoneErrors>]>([
  [{ countryCode: '44', phone: '20 7946 0018' }, {}],
  [{ countryCode: '', phone: '5551234' }, { countryCode: 'Please select country code' }],
  [{ countryCode: '1', phone: ' ' }, { phone: "Phone can't be blank" }],
  [{ countryCode: '', phone: '' }, { phone: "Phone can't be blank" }],
  [{ countryCode: '1', phone: 'call me' }, { phone: 'Phone number is not valid.' }],
  [{ countryCode: '1', phone: '123' }, { phone: 'Phone number is not valid.' }],
])('%j', (given, errors) => {
  expect(phoneErrors(given)).toEqual(errors)
})

test('an optional number needs its country code if present', () => {
  expect(phoneErrors({ countryCode: '', phone: '' }, { optional: true })).toEqual({})
  expect(phoneErrors({ countryCode: '1', phone: '' }, { optional: true })).toEqual({
    phone: "Phone can't be blank",
  })
})

test('sends the number as one plus and digits only', () => {
  expect(fullPhone({ countryCode: '+44', phone: '(020) 7946-0018' })).toBe('+4402079460018')
  expect(fullPhone({ countryCode: '1', phone: ' ' })).toBeUndefined()
})
