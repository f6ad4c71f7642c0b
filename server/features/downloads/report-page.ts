import type { Context, Db } from '#server/context.ts'
import { addressOfLink } from '#server/features/sharing/address.ts'
import { findLiveLink } from '#server/features/sharing/data.ts'
import type { TicketAccess } from './policy.ts'

/**
 * Returns the address that a saved PDF links to for its videos: the shared report if the survey has a live
 * link, else the page that requires a login. A signed address would expire within the hour. Members must not
 * learn the guests' link.
 */
export async function reportPage(
  { config }: Context,
  db: Db,
  { surveyId, ownerId }: { readonly surveyId: string; readonly ownerId: string },
  { proven, now }: { readonly proven: TicketAccess; readonly now: Date },
): Promise<string> {
  const isMember = 'account' in proven && proven.account !== ownerId
  const link = isMember ? null : await findLiveLink(db, surveyId, now)
  return link ? addressOfLink(config.publicUrl, link) : `${config.publicUrl}/SaveAsPdf/${surveyId}`
}
