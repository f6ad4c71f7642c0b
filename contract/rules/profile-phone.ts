import { limits } from '../limits.ts'

/** A number in two parts, as on the profile's screens. */
export interface PhoneParts {
  readonly countryCode: string
  readonly number: string
}

const codeDigits = new RegExp(`^\\d{${limits.profileCountryCodeDigits}}$`)
const numberDigits = new RegExp(`^\\d{${limits.profilePhoneDigits}}$`)

/**
 * Joins the profile's number (spec §5): a code of exactly three digits, after an optional plus, and exactly
 * seven digits. Returns the ten digits of a North American number with '+1'; null if invalid.
 */
export function northAmerican({ countryCode, number }: PhoneParts): string | null {
  const code = countryCode.trim().replace(/^\+/, '')
  const digits = number.trim().replace(/[ ().-]/g, '')
  return codeDigits.test(code) && numberDigits.test(digits) ? `+1${code}${digits}` : null
}

/** Splits a North American number; null for any other, which the profile shows whole and read-only. */
export function northAmericanParts(full: string): PhoneParts | null {
  const [, countryCode, number] = /^\+1(\d{3})(\d{7})$/.exec(full) ?? []
  return countryCode && number ? { countryCode, number } : null
}
