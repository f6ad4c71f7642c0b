import * as z from 'zod/mini'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import { emailPattern } from '#contract/rules/email-pattern.ts'
import { PersonName } from '#contract/rules/name.ts'

export interface Invitation {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly role: 'admin' | 'surveyor'
}

type Wrong = { readonly [K in 'first_name' | 'last_name' | 'email']?: MessageKey }

/** Checks the server's rules before the request. */
export function checkInvitation({ first_name, last_name, email }: Invitation): Wrong {
  return {
    ...nameFault('first_name', first_name, 'accounts.firstNameBlank'),
    ...nameFault('last_name', last_name, 'accounts.lastNameBlank'),
    ...emailFault(email.trim()),
  }
}

function nameFault(field: 'first_name' | 'last_name', name: string, blank: MessageKey): Wrong {
  if (name.trim() === '') return { [field]: blank }
  return z.safeParse(PersonName, name).success ? {} : { [field]: 'accounts.nameInvalid' }
}

function emailFault(email: string): Pick<Wrong, 'email'> {
  if (email === '') return { email: 'admin.emailRequired' }
  return emailPattern.test(email) ? {} : { email: 'admin.emailInvalid' }
}
