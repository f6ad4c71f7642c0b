import { parsePhoneNumberFromString } from 'libphonenumber-js'
import type { Context } from '#server/context.ts'
import { type Failure, fail } from '#server/http/failure.ts'
import { countEvent } from '#server/http/rate-limit.ts'
import { countSending } from './sending-limits.ts'

const day = 86_400

/**
 * The same for a text message, which costs money: only to the countries that the installation serves, and only so many
 * a day in all (SMS_COUNTRIES, SMS_PER_DAY). Whose number it is plays no part, so the answer tells nothing about it.
 */
export async function countText(
  { db, config, log }: Pick<Context, 'db' | 'config' | 'log'>,
  asked: { readonly target: string; readonly address: string },
  now: Date,
): Promise<Failure<'request.tooMany' | 'phone.notServed'> | null> {
  if (!isServed(config.smsCountries, asked.target)) return fail('phone.notServed')
  const refused = await countSending(db, asked, now)
  if (refused) return refused
  const all = { bucket: 'send/texts/day', limit: config.smsPerDay, seconds: day }
  const spent = await countEvent(db, all, now)
  if (spent) log.error({ limit: config.smsPerDay }, 'SMS_PER_DAY is reached')
  return spent
}

/** Countries as ISO 3166 codes; none named: all. */
function isServed(countries: readonly string[], phone: string): boolean {
  if (countries.length === 0) return true
  const country = parsePhoneNumberFromString(phone)?.country
  return country !== undefined && countries.includes(country)
}
