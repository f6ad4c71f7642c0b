import type { Contact } from '#contract/accounts/contacts.ts'
import { readUnsaved, type UnsavedPlace } from '#web/lib/page/unsaved.ts'
import { noContact } from './new-contact.ts'

export interface UnsavedForm {
  readonly contact: Contact
  /** null = a new one. */
  readonly id: string | null
}

export function unsavedPlace(account: string): UnsavedPlace {
  return { account, of: 'contact' }
}

/** What was typed and not generated, also by an earlier page; null = nothing. */
export function readUnsavedForm(account: string): UnsavedForm | null {
  try {
    const kept: Partial<UnsavedForm> | null = JSON.parse(readUnsaved(unsavedPlace(account)) ?? 'null')
    return kept?.contact ? { contact: { ...noContact, ...kept.contact }, id: kept.id ?? null } : null
  } catch {
    // What is stored is no JSON, so there is no form to go on with.
    return null
  }
}
