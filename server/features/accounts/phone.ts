import { parsePhoneNumberFromString } from 'libphonenumber-js'

/**
 * A number in its one normal form, so that '+44 (0)20…' and '+4420…' are the same account: E.164 where it is a number that
 * can be; as it was given otherwise, since numbers change faster than any table of them.
 */
export function normalPhone(full: string): string {
  if (full === '') return ''
  return parsePhoneNumberFromString(full)?.number ?? full
}
