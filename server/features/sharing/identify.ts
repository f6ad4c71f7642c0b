import { timingSafeEqual } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import type { Db } from '#server/context.ts'
import type { GuestIdentity } from '#server/http/authenticate.ts'
import { countEvent } from '#server/http/rate-limit.ts'
import { sourceOf } from '#server/http/source.ts'
import { findLink, findLinkOfHolder, type LinkState } from './data.ts'
import { isLive } from './policy.ts'

/**
 * The guest of a `guest_survey_id`: 'expired' if its link is over, null if there is none or the token belongs
 * to another link.
 */
export async function identifyGuest(
  db: Db,
  linkShareId: string,
  linkToken: string | null,
  now: Date,
): Promise<GuestIdentity | 'expired' | null> {
  const link = await findLink(db, linkShareId)
  return link && (linkToken === null || isSameToken(link.token, linkToken)) ? guestOf(link, now) : null
}

/** Same, for the holder of an address that was signed for a link. */
export async function identifyHolder(
  db: Db,
  holderId: string,
  now: Date,
): Promise<GuestIdentity | 'expired' | null> {
  return guestOf(await findLinkOfHolder(db, holderId), now)
}

function guestOf(link: LinkState | undefined, now: Date): GuestIdentity | 'expired' | null {
  if (!link) return null
  if (!isLive(link, now)) return 'expired'
  return {
    linkId: link.id,
    holderId: link.holder_id,
    surveyId: link.survey_id,
    accountId: link.account_id,
  }
}

/** Compares in constant time. */
export function isSameToken(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Counts only wrong ids and tokens, so one caller's guesses never lock out guests with a link at the same
 * address.
 */
export function countLinkGuess(db: Db, address: string, now: Date) {
  const bucket = `link-guesses/${sourceOf(address)}`
  return countEvent(db, { bucket, limit: limits.linkGuesses, seconds: 600 }, now)
}
