import type { Contact } from '#contract/accounts/contacts.ts'
import { escaped, fold } from './line.ts'

export type VcardVersion = '3.0' | '4.0'

/** Writes a contact as a vCard: RFC 2426 (3.0, which every address book reads) or RFC 6350 (4.0). */
export function writeVcard(contact: Contact, version: VcardVersion): string {
  return [
    'BEGIN:VCARD',
    `VERSION:${version}`,
    `N:${[contact.lastName, contact.firstName, contact.middleName].map(escaped).join(';')};;`,
    `FN:${escaped(shownName(contact))}`,
    ...given('ORG', contact.organization),
    ...given('TITLE', contact.title),
    ...given(version === '3.0' ? 'TEL;TYPE=VOICE' : 'TEL;TYPE=voice', contact.contactNumber),
    ...given(version === '3.0' ? 'EMAIL;TYPE=INTERNET' : 'EMAIL', contact.email),
    // A URL is not escaped like text.
    ...(contact.websiteUrl ? [`URL:${contact.websiteUrl.replaceAll('\\', '%5C')}`] : []),
    ...birthday(contact.birthday, version),
    ...gender(contact.gender, version),
    ...given('NOTE', contact.note),
    ...photo(contact.photo, version),
    'END:VCARD',
  ]
    .map(fold)
    .join('')
}

/** Returns the contact's display name; never ''. */
export function shownName({ firstName, middleName, lastName, organization }: Contact): string {
  return [firstName, middleName, lastName].filter((part) => part !== '').join(' ') || organization
}

function given(name: string, value: string): readonly string[] {
  return value === '' ? [] : [`${name}:${escaped(value)}`]
}

function birthday(day: string, version: VcardVersion): readonly string[] {
  if (day === '') return []
  return [`BDAY:${version === '3.0' ? day : day.replaceAll('-', '')}`]
}

/** Version 3.0 has no gender property; address books wrote this one. */
function gender(value: Contact['gender'], version: VcardVersion): readonly string[] {
  if (value === '') return []
  if (version === '4.0') return [`GENDER:${value === 'true' ? 'M' : 'F'}`]
  return [`X-GENDER:${value === 'true' ? 'Male' : 'Female'}`]
}

function photo(data: string, version: VcardVersion): readonly string[] {
  if (data === '') return []
  if (version === '4.0') return [`PHOTO:${data}`]
  const [, type = '', base64 = ''] = /^data:image\/(\w+);base64,(.*)$/.exec(data) ?? []
  return [`PHOTO;ENCODING=b;TYPE=${type.toUpperCase()}:${base64}`]
}
