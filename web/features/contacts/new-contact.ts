import { Contact } from '#contract/accounts/contacts.ts'
import { isMessageKey, type MessageKey } from '#contract/messages/catalogue.ts'

export const emptyContact: Contact = {
  firstName: '',
  middleName: '',
  lastName: '',
  organization: '',
  contactNumber: '',
  email: '',
  title: '',
  websiteUrl: '',
  note: '',
  birthday: '',
  gender: '',
  photo: '',
}

export type Problems = Partial<Record<keyof Contact, MessageKey>>

/** Returns the validated contact, or the problems by field. */
export function checkContact(
  entered: Contact,
): { readonly contact: Contact; readonly problems?: never } | { readonly problems: Problems } {
  const { success, data, error } = Contact.safeParse(entered)
  if (success) return { contact: data }
  return {
    problems: Object.fromEntries(
      error.issues.map(({ path, message }) => [
        String(path[0]),
        isMessageKey(message) ? message : 'common.invalid',
      ]),
    ),
  }
}
