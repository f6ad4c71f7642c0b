import { expect, test } from 'vitest'
import { Contact } from '#contract/accounts/contacts.ts'
import { contactPart, partOf } from './contact-part.ts'

test.each([
  ['Property manager', 'name'],
  ['Owner', 'name'],
  ['Superintendent name', 'name'],
  ['Property manager phone', 'phone'],
  ['Owner’s dog', null],
  ['Superintendent mobile number', 'phone'],
  ['Property manager email', 'email'],
  ['Maintenance contact and phone', 'nameAndPhone'],
  ['Pole owner and pole numbers', null],
  ['Pedestals and handholes: location and owner', null],
  ['Contact of the roof flashing', null],
])('reads the contact part from the name: %s → %s', (name, part) => {
  expect(contactPart({ type: 'text', name })).toBe(part)
  expect(contactPart({ type: 'radio', name })).toBeNull()
})

test('fills the field with the parts that the contact has', () => {
  const ana = Contact.parse({ firstName: 'Ana', lastName: 'Hill', contactNumber: '201 555 0123' })
  expect(partOf(ana, 'name')).toBe('Ana Hill')
  expect(partOf(ana, 'phone')).toBe('201 555 0123')
  expect(partOf(ana, 'email')).toBe('')
  expect(partOf(ana, 'nameAndPhone')).toBe('Ana Hill, 201 555 0123')
  expect(partOf({ ...ana, contactNumber: '' }, 'nameAndPhone')).toBe('Ana Hill')
})
