import type { Context, Db } from '#server/context.ts'
import { addressOfLink } from '#server/features/sharing/address.ts'
import { findLiveLink } from '#server/features/sharing/data.ts'
import type { Proven } from './policy.ts'

/**
 * Where a saved PDF links for its videos. A signed address would expire within the hour, so it links to the
 * report's page: the shared one while the survey has a live link, else the one that asks to log in. A member,
 * who has the survey only because its owner shared it, must not get the guests' link that way.
 */
export async function reportPage(
  { config }: Context,
  db: Db,
  { surveyId, ownerId }: { readonly surveyId: string; readonly ownerId: string },
  { proven, now }: { readonly proven: Proven; readonly now: Date },
): Promise<string> {
  const isMember = 'account' in proven && proven.account !== ownerId
  const link = isMember ? null : await findLiveLink(db, surveyId, now)
  return link ? addressOfLink(config.publicUrl, link) : `${config.publicUrl}/SaveAsPdf/${surveyId}`
}
