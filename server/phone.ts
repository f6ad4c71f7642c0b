import { parsePhoneNumberFromString } from 'libphonenumber-js'

/** No number has more digits. */
const roundsMax = 15

/**
 * A number in its one normal form, so that '+44 (0)20…' and '+4420…' are the same account: E.164 where it is a number that
 * can be; as it was given otherwise, since numbers change faster than any table of them.
 */
export function normalPhone(full: string): string {
  let normal = full
  // Each round takes one prefix away that is dialled within a country; what comes out is the form of itself.
  for (let round = 0; round < roundsMax; round++) {
    const next = normal && (parsePhoneNumberFromString(normal)?.number ?? normal)
    if (next === normal) break
    normal = next
  }
  return normal
}
