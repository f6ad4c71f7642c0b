import type { Contact } from '#contract/accounts/contacts.ts'
import type { TemplateField } from '../template.ts'
import { shownName } from '../vcard/write.ts'

export type ContactPart = 'name' | 'phone' | 'email' | 'nameAndPhone'

const person = "(owner|manager|superintendent|landlord|contact|representative)('s)?( name)?"
const phone = '(phone|telephone|mobile)( number)?'
const patterns: readonly (readonly [ContactPart, RegExp])[] = [
  ['phone', new RegExp(`\\b${person} ${phone}$`, 'i')],
  ['email', new RegExp(`\\b${person} e-?mail( address)?$`, 'i')],
  ['nameAndPhone', new RegExp(`\\b${person} and ${phone}$`, 'i')],
  ['name', new RegExp(`^([\\p{L}-]+ ){0,2}${person}$`, 'iu')],
]

/** Returns which part of a contact the field's name asks for; null = none. */
export function contactPart({ type, name }: Pick<TemplateField, 'type' | 'name'>): ContactPart | null {
  if (type !== 'text') return null
  return patterns.find(([, pattern]) => pattern.test(name.trim()))?.[0] ?? null
}

/** Returns this part of a contact; '' if the contact lacks it. */
export function partOf(contact: Contact, part: ContactPart): string {
  const { contactNumber, email } = contact
  if (part === 'phone') return contactNumber
  if (part === 'email') return email
  const name = shownName(contact)
  return part === 'name' || contactNumber === '' ? name : `${name}, ${contactNumber}`
}
