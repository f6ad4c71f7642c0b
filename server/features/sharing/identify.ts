import type { Db } from '#server/context.ts'
import type { GuestIdentity } from '#server/http/access.ts'
import { findLink, findLinkOfHolder, type LinkState } from './data.ts'
import { isLive } from './policy.ts'

/** Whom a `guest_survey_id` lets in: 'expired' once its link was closed, null when there never was one. */
export async function identifyGuest(
  db: Db,
  linkShareId: string,
  now: Date,
): Promise<GuestIdentity | 'expired' | null> {
  return guestOf(await findLink(db, linkShareId), now)
}

/** The same for who holds an address that was signed for a link. */
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
