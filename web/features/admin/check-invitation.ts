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

/** What the server would refuse, said before it is asked. */
export function checkInvitation({ first_name, last_name, email }: Invitation): Wrong {
  return {
    ...(z.safeParse(PersonName, first_name).success ? {} : { first_name: 'accounts.nameInvalid' }),
    ...(z.safeParse(PersonName, last_name).success ? {} : { last_name: 'accounts.nameInvalid' }),
    ...emailFault(email.trim()),
  }
}

function emailFault(email: string): Pick<Wrong, 'email'> {
  if (email === '') return { email: 'admin.emailRequired' }
  return emailPattern.test(email) ? {} : { email: 'admin.emailInvalid' }
}
