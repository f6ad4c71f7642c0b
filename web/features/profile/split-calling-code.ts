import { type Country, callingCode } from '#web/lib/phone/countries.ts'
import { type Account, type Fields, fieldsOf } from './fields.ts'

/** Splits the number into calling code and the rest. No calling code is a prefix of another. */
export function splitCallingCode(account: Account, countries: readonly Country[]): Fields {
  const digits = account.full_phone_number.replace(/\D/g, '')
  const code = countries.map(callingCode).find((one) => one !== '' && digits.startsWith(one)) ?? ''
  return { ...fieldsOf(account), countryCode: code, phone: digits.slice(code.length) }
}
