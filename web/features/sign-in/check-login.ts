import type { MessageKey } from '#contract/messages/catalogue.ts'
import { emailPattern } from '#contract/rules/email-pattern.ts'

export interface Login {
  readonly email: string
  readonly password: string
}

export interface LoginErrors {
  /** Shown above the form: the fault of no single field. */
  readonly form?: MessageKey
  readonly email?: MessageKey
  readonly password?: MessageKey
  /** The first invalid field. */
  readonly first: keyof Login
}

/** Checks a login before sending. Returns null if valid. */
export function checkLogin({ email, password }: Login): LoginErrors | null {
  const address = email.trim()
  if (!address && !password) return { form: 'accounts.loginBothMissing', first: 'email' }
  if (!address) return { email: 'accounts.emailMissing', first: 'email' }
  if (!password) return { password: 'accounts.passwordMissing', first: 'password' }
  if (!emailPattern.test(address)) return { email: 'accounts.emailNotValid', first: 'email' }
  return null
}
