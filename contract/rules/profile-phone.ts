import { limits } from '../limits.ts'

/** A number as the profile's screens show it, in two parts. */
export interface PhoneParts {
  readonly countryCode: string
  readonly number: string
}

const codeDigits = new RegExp(`^\\d{${limits.profileCountryCodeDigits}}$`)
const numberDigits = new RegExp(`^\\d{${limits.profilePhoneDigits}}$`)

/**
 * The number of the profile's screens (spec §5): a code of exactly three digits, a plus before it is taken off, and
 * exactly seven digits. Together they are the ten digits of a North American number, which is what this gives, with
 * its '+1'; null where they are not.
 */
export function northAmerican({ countryCode, number }: PhoneParts): string | null {
  const code = countryCode.trim().replace(/^\+/, '')
  const digits = number.trim().replace(/[ ().-]/g, '')
  return codeDigits.test(code) && numberDigits.test(digits) ? `+1${code}${digits}` : null
}

/** The parts of a North American number; null for any other, which the profile's screens show whole and do not change. */
export function northAmericanParts(full: string): PhoneParts | null {
  const [, countryCode, number] = /^\+1(\d{3})(\d{7})$/.exec(full) ?? []
  return countryCode && number ? { countryCode, number } : null
}
