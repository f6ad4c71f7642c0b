import type { Context, Db } from '#server/context.ts'
import { addressOfLink } from '#server/features/sharing/address.ts'
import { findLiveLink } from '#server/features/sharing/data.ts'

/**
 * Where a saved PDF leads for its videos. A signed address would be dead within the hour, so it is the report's
 * page: the shared one while the survey has a live link, else the owner's own, which asks to log in.
 */
export async function reportPage({ config }: Context, db: Db, surveyId: string, now: Date): Promise<string> {
  const link = await findLiveLink(db, surveyId, now)
  return link ? addressOfLink(config.publicUrl, link) : `${config.publicUrl}/SaveAsPdf/${surveyId}`
}
