import { type NumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { limits } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import { type Failure, fail } from '#server/http/failure.ts'
import { countEvent } from '#server/http/rate-limit.ts'
import { sourceOf } from '#server/http/source.ts'
import { countSendRequest, type SendRequest } from './sending-limits.ts'

const day = 86_400

/**
 * Like `countSendRequest`, for text messages, which cost money: only to countries of the installation, and
 * with a maximum per day, per address and in total (SMS_COUNTRIES, SMS_PER_DAY). It ignores the number's
 * owner, so the reply reveals nothing.
 */
export async function countText(
  { db, config, log }: Pick<Context, 'db' | 'config' | 'log'>,
  asked: SendRequest,
  now: Date,
): Promise<Failure<'request.tooMany' | 'phone.notServed'> | null> {
  if (!isServed(config.smsCountries, asked.target)) return fail('phone.notServed')
  const refused = await countSendRequest(db, asked, now)
  if (refused) return refused
  const source = { bucket: `send/texts/from/${sourceOf(asked.address)}`, limit: limits.textsPerAddressDay }
  const tooMany = await countEvent(db, { ...source, seconds: day }, now)
  if (tooMany) return tooMany
  const all = { bucket: 'send/texts/day', limit: config.smsPerDay, seconds: day }
  const spent = await countEvent(db, all, now)
  if (spent) log.error({ limit: config.smsPerDay }, 'SMS_PER_DAY is reached')
  return spent
}

/** Texts to these numbers cost more, and may earn money for the requester. */
const costly: readonly NumberType[] = ['PREMIUM_RATE', 'SHARED_COST', 'PERSONAL_NUMBER', 'UAN', 'VOICEMAIL']

/**
 * Countries as ISO 3166 codes. If none are listed, all are served, except satellites, networks without a
 * country and costly numbers.
 */
function isServed(countries: readonly string[], phone: string): boolean {
  const parsed = parsePhoneNumberFromString(phone)
  if (!parsed || parsed.isNonGeographic() || costly.includes(parsed.getType())) return false
  return countries.length === 0 || (parsed.country !== undefined && countries.includes(parsed.country))
}
