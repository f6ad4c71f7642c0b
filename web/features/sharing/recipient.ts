import { emailPattern } from '#contract/rules/email-pattern.ts'
import { bareNumber, guestPhonePattern } from '#contract/rules/phone.ts'
import { t } from '#web/lib/language/translate.ts'

export type Recipient = { readonly email: string } | { readonly phone_number: string }

/**
 * Parses a phone number or email. Text of only digits and separators counts as a number. Returns an error
 * message if invalid.
 */
export function parseRecipient(typed: string): Recipient | string {
  const text = typed.trim()
  if (/^[\d\s().+-]*\d[\d\s().+-]*$/.test(text)) {
    const number = bareNumber(text)
    return guestPhonePattern.test(number) ? { phone_number: number } : t('accounts.phoneNotValid')
  }
  return emailPattern.test(text) ? { email: text } : t('sharing.emailNotValid')
}
