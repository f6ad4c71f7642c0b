import { expect, test } from 'vitest'
import { checkDetails, checkSignUp, type SignUp } from './check-sign-up.ts'

const good: SignUp = {
  firstName: 'Anne-Marie',
  lastName: 'Núñez',
  email: 'anne@example.com',
  countryCode: '',
  phone: '',
  password: 'Heron712',
  confirm: 'Heron712',
}

test('accepts a complete form without a phone', () => {
  expect(checkSignUp(good)).toEqual({})
})

test('names every mandatory field of an empty form', () => {
  const empty = { ...good, firstName: ' ', lastName: '', email: '', password: '', confirm: '' }
  expect(checkSignUp(empty)).toEqual({
    form: 'All fields are mandatory.',
    firstName: "First name can't be blank",
    lastName: "Last name can't be blank",
    email: "Email can't be blank",
    password: "Password can't be blank",
    confirm: "Confirm password can't be blank",
  })
})

const tooCommon = 'This password is one of the most commonly guessed. Please choose another one.'

test.each<[Partial<SignUp>, ReturnType<typeof checkSignUp>]>([
  [{ firstName: 'A' }, { firstName: 'Please enter a valid first name/last name.' }],
  [{ lastName: '-Smith' }, { lastName: 'Please enter a valid first name/last name.' }],
  [{ email: 'anne@example' }, { email: 'Email not valid.' }],
  [{ phone: '5551234' }, { countryCode: 'Please select country code' }],
  [{ countryCode: '1' }, { phone: "Phone can't be blank" }],
  [{ countryCode: '1', phone: 'abc' }, { phone: 'Phone number is not valid.' }],
  [{ countryCode: '+44', phone: '(020) 7946-0018' }, {}],
  [{ password: 'Abcdefg1', confirm: 'Abcdefg1' }, { password: tooCommon }],
  [{ confirm: 'Heron713' }, { confirm: 'Passwords must match.' }],
  [
    { password: 'secret', confirm: 'secret' },
    {
      password:
        'Your password does not meet all the requirements. Must have minimum character length is 8 characters, at least one capital letter, at least one digit.',
    },
  ],
])('%j', (change, errors) => {
  expect(checkSignUp({ ...good, ...change })).toEqual(errors)
})

test('makes the email optional after a verified number', () => {
  const { countryCode: _code, phone: _phone, ...person } = good
  expect(checkDetails({ ...person, email: '' })).toEqual({})
  expect(checkDetails({ ...person, email: 'anne@example' })).toEqual({ email: 'Email not valid.' })
  expect(checkDetails({ ...person, lastName: '' })).toEqual({
    form: 'All fields are mandatory.',
    lastName: "Last name can't be blank",
  })
})
