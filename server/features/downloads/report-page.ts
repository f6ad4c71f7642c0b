import type { Context, Db } from '#server/context.ts'
import { addressOfLink } from '#server/features/sharing/address.ts'
import { findLiveLink } from '#server/features/sharing/data.ts'
import type { Proven } from './policy.ts'

/**
 * Where a saved PDF leads for its videos. A signed address would be dead within the hour, so it is the report's
 * page: the shared one while the survey has a live link, else the one that asks to log in. Who has the survey only
 * because its owner shared it does not get hold of the guests' link that way.
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
