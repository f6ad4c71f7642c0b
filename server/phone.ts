import { parsePhoneNumberFromString } from 'libphonenumber-js'

/** Maximum digits of a number. */
const roundsMax = 15

/**
 * Returns a number in its one normal form, so that '+44 (0)20…' and '+4420…' are the same account: E.164 for
 * possible numbers, others unchanged, since numbering plans change faster than any table.
 */
export function normalPhone(full: string): string {
  let normal = full
  // Each round removes one national prefix, until the result is its own normal form.
  for (let round = 0; round < roundsMax; round++) {
    const next = normal && (parsePhoneNumberFromString(normal)?.number ?? normal)
    if (next === normal) break
    normal = next
  }
  return normal
}
