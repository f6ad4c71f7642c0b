import { MobilePhone } from '#contract/rules/phone.ts'
import { t } from '../language/translate.ts'

export interface Phone {
  /** Calling code such as '1' or '+44'; '' = none chosen. */
  readonly countryCode: string
  readonly phone: string
}

export type PhoneErrors = Partial<Record<keyof Phone, string>>

/** Returns '+', country code and number as sent; undefined without a number. */
export function fullPhone({ countryCode, phone }: Phone): string | undefined {
  if (!phone.trim()) return undefined
  return `+${countryCode.replace(/\D/g, '')}${phone.replace(/\D/g, '')}`
}

/** Phone and country code come as a pair or, if optional, not at all (spec §5 'Phone'). */
export function phoneErrors(given: Phone, { optional = false } = {}): PhoneErrors {
  const hasPhone = given.phone.trim() !== ''
  if (!hasPhone && !given.countryCode && optional) return {}
  if (!hasPhone) return { phone: t('accounts.phoneMissing') }
  if (!given.countryCode) return { countryCode: t('accounts.countryCodeMissing') }
  const valid = /^[\d ().-]+$/.test(given.phone.trim()) && MobilePhone.safeParse(fullPhone(given)).success
  return valid ? {} : { phone: t('accounts.phoneNotValid') }
}
