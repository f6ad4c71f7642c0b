import { describe, expect, test } from 'vitest'
import { type Account, changesOf, type Fields, type FormSpec, fieldErrors, fieldsOf } from './fields.ts'

const account: Account = {
  email: 'sam@example.com',
  first_name: 'Sam',
  last_name: 'Rivera',
  country_code: '415',
  phone_number: '5550123',
  full_phone_number: '+14155550123',
  company_name: 'Hill & Sons',
  photo: null,
  type: 'SmsAccount',
  created_at: '2026-05-01T10:20:30Z',
  email_proven: true,
  phone_proven: true,
  has_password: true,
  new_email: '',
}
const known = fieldsOf(account)
const wide: FormSpec = { fields: ['firstName', 'lastName', 'company', 'countryCode', 'phone', 'email'] }
const withPassword: FormSpec = { fields: [...wide.fields, 'current', 'fresh', 'retype'] }

function wrong(more: Partial<Fields>, formSpec = wide) {
  return fieldErrors({ ...known, ...more }, known, formSpec)
}

describe('profile validation', () => {
  test.each([
    [{}, {}],
    [{ firstName: '' }, { firstName: "First name can't be blank" }],
    [{ lastName: '  ' }, { lastName: "Last name can't be blank" }],
    [{ firstName: 'S' }, { firstName: 'Please enter a valid first name/last name.' }],
    [{ lastName: '-Rivera' }, { lastName: 'Please enter a valid first name/last name.' }],
    [{ company: 'x'.repeat(65) }, { company: 'Please enter a valid company name.' }],
    [{ phone: '555012' }, { phone: 'Please enter a valid US phone number.' }],
    [{ countryCode: '1' }, { phone: 'Please enter a valid US phone number.' }],
    [{ phone: '', countryCode: '' }, { phone: 'Please enter a valid US phone number.' }],
    [{ email: 'sam' }, { email: 'Email not valid.' }],
    [{ email: '' }, { email: "Email can't be blank" }],
  ])('%o', (more, errors) => {
    expect(wrong(more)).toEqual(errors)
  })

  test('accepts an unchanged number of any country', () => {
    const foreign = { ...known, countryCode: '44', phone: '7911123456' }
    expect(fieldErrors(foreign, foreign, wide)).toEqual({})
    expect(fieldErrors({ ...foreign, phone: '7911123457' }, foreign, wide)).toEqual({
      phone: 'Please enter a valid US phone number.',
    })
  })

  test.each([
    [{ phone: '5550123', countryCode: '' }, { countryCode: 'Please select country code' }],
    [{ phone: '', countryCode: '44' }, { phone: "Phone can't be blank" }],
    [{ phone: 'abc', countryCode: '44' }, { phone: 'Phone number is not valid.' }],
    [{ phone: '7911123456', countryCode: '44' }, {}],
  ])('on the basic profile %o', (more, errors) => {
    expect(wrong(more, { ...wide, anyCountry: true })).toEqual(errors)
  })

  const good = { current: 'Correct7horse', fresh: 'Hillhouse59', retype: 'Hillhouse59' }
  test.each([
    [good, {}],
    [{ ...good, current: '' }, { current: 'Current password not valid.' }],
    [
      { ...good, fresh: 'short', retype: 'short' },
      { fresh: 'New password not valid.', retype: 'Re-type password not valid.' },
    ],
    [{ ...good, retype: 'Hillhouse60' }, { retype: 'Passwords should be same.' }],
    [{ ...good, current: 'Hillhouse59' }, { fresh: 'New password cannot match current password.' }],
  ])('with the password open %o', (more, errors) => {
    expect(wrong(more, withPassword)).toEqual(errors)
  })
})

test('sends only changed fields', () => {
  const sent = (more: Partial<Fields>, formSpec = wide) => changesOf({ ...known, ...more }, known, formSpec)
  expect(sent({})).toEqual({ data: {}, phone: null })
  expect(sent({ firstName: ' Nell ', company: '' })).toEqual({
    data: { first_name: 'Nell', company_name: '' },
    phone: null,
  })
  expect(sent({ phone: '555-0124' })).toEqual({ data: {}, phone: '+14155550124' })
  expect(sent({ countryCode: '44', phone: '7911 123456' }, { ...wide, anyCountry: true }).phone).toBe(
    '+447911123456',
  )
  expect(sent({ email: 'nell@example.com', current: 'Correct7horse' }).data).toEqual({
    new_email: 'nell@example.com',
    current_password: 'Correct7horse',
  })
  const password = { current: 'Correct7horse', fresh: 'Hillhouse59', retype: 'Hillhouse59' }
  expect(sent(password, withPassword).data).toEqual({
    current_password: 'Correct7horse',
    new_password: 'Hillhouse59',
  })
})
