import { Contact } from '#contract/accounts/contacts.ts'
import type { ContactRow } from './data.ts'

export function presentContact({ id, card, changed_at }: ContactRow) {
  return {
    id,
    type: 'contact',
    attributes: { ...Contact.parse(card), changed_at: changed_at.toISOString() },
  }
}
