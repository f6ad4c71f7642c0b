import type { Db } from '#server/context.ts'
import type { GuestIdentity } from '#server/http/access.ts'
import { findLink } from './data.ts'
import { isLive } from './policy.ts'

/** Whom a `guest_survey_id` lets in: 'expired' once its link was closed, null when there never was one. */
export async function identifyGuest(
  db: Db,
  linkShareId: string,
  now: Date,
): Promise<GuestIdentity | 'expired' | null> {
  const link = await findLink(db, linkShareId)
  if (!link) return null
  if (!isLive(link, now)) return 'expired'
  return { linkId: link.id, surveyId: link.survey_id, accountId: link.account_id }
}
