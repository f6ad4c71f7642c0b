import { emailPattern } from '#contract/rules/email-pattern.ts'

/** `unusual`: may be right, and is asked about once. */
export type EmailFault = 'recovery.emailRequired' | 'recovery.emailInvalid' | 'unusual'

/**
 * The form's rule: an ending of two to four letters. Accounts may have longer ones (.museum, .local), and who has one
 * must get back in: it is pointed out, and taken when it is sent once more.
 */
export function emailFault(text: string): EmailFault | null {
  const address = text.trim()
  if (address === '') return 'recovery.emailRequired'
  if (!emailPattern.test(address)) return 'recovery.emailInvalid'
  return /\.[A-Za-z]{2,4}$/.test(address) ? null : 'unusual'
}
