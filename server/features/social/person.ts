import * as z from 'zod/mini'
import { t } from '#contract/messages/translate.ts'
import { Email } from '#contract/rules/email.ts'
import { PersonName } from '#contract/rules/name.ts'
import { oneLine } from '#contract/rules/one-line.ts'

/** A provider's verified statement about a person. */
export interface Claims {
  readonly issuer: string
  readonly subject: string
  readonly email?: unknown
  /** The provider itself has proven the address. */
  readonly emailVouched: boolean
  readonly firstName?: unknown
  readonly lastName?: unknown
  readonly fullName?: unknown
}

/** A person at a provider: `issuer` and `subject` identify them, everything else may change. */
export const Person = z.object({
  issuer: z.string(),
  subject: z.string(),
  /** In our own form; empty if there is none that we could accept. */
  email: z.string(),
  emailVouched: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
})
export type Person = z.infer<typeof Person>

export function personOf(claims: Claims): Person {
  const email = z.safeParse(Email, claims.email)
  return {
    issuer: claims.issuer,
    subject: claims.subject,
    email: email.success ? email.data : '',
    emailVouched: email.success && claims.emailVouched,
    ...nameOf(claims),
  }
}

/** Names at providers may contain what ours may not (digits, dots, apostrophes), or are one word, or none. */
function nameOf({ firstName, lastName, fullName }: Claims): Pick<Person, 'firstName' | 'lastName'> {
  const [first = '', ...others] = cleaned(fullName).split(' ')
  return {
    firstName: fitting(cleaned(firstName)) ?? fitting(first) ?? t('social.newPersonFirst'),
    lastName: fitting(cleaned(lastName)) ?? fitting(others.join(' ')) ?? t('social.newPersonLast'),
  }
}

function cleaned(name: unknown): string {
  if (typeof name !== 'string') return ''
  return oneLine(name.slice(0, 300))
    .normalize('NFC')
    .replaceAll(/['’`´ʼ]/g, '')
    .replaceAll(/[^\p{L}\p{M} -]+/gu, ' ')
    .replaceAll(/ +/g, ' ')
    .slice(0, 50)
    .replaceAll(/^[^\p{L}]+|[^\p{L}\p{M}]+$/gu, '')
}

function fitting(name: string): string | null {
  const parsed = z.safeParse(PersonName, name)
  return parsed.success ? parsed.data : null
}
