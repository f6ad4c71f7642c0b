import { emailPattern } from '#contract/rules/email-pattern.ts'

/** `unusual`: may be correct; asks once. */
export type EmailFault = 'recovery.emailRequired' | 'recovery.emailInvalid' | 'unusual'

/**
 * Checks an email. Endings other than two to four letters (.museum, .local) may be valid: they warn once and
 * pass when submitted again.
 */
export function emailFault(text: string): EmailFault | null {
  const address = text.trim()
  if (address === '') return 'recovery.emailRequired'
  if (!emailPattern.test(address)) return 'recovery.emailInvalid'
  return /\.[A-Za-z]{2,4}$/.test(address) ? null : 'unusual'
}
