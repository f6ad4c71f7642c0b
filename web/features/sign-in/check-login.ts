import type { MessageKey } from '#contract/messages/catalogue.ts'
import { emailPattern } from '#contract/rules/email-pattern.ts'

export interface Login {
  readonly email: string
  readonly password: string
}

export interface LoginErrors {
  /** Above the form, where it is no single field's fault. */
  readonly form?: MessageKey
  readonly email?: MessageKey
  readonly password?: MessageKey
  /** The first field to put right. */
  readonly first: keyof Login
}

/** What is wrong with a login before it is sent; null = nothing. */
export function checkLogin({ email, password }: Login): LoginErrors | null {
  const address = email.trim()
  if (!address && !password) return { form: 'accounts.loginBothMissing', first: 'email' }
  if (!address) return { email: 'accounts.emailMissing', first: 'email' }
  if (!password) return { password: 'accounts.passwordMissing', first: 'password' }
  if (!emailPattern.test(address)) return { email: 'accounts.emailNotValid', first: 'email' }
  return null
}
