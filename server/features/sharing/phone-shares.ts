import type { Db } from '#server/context.ts'
import { linkStates } from './data.ts'
import { isLive } from './policy.ts'

/** Anyone who has the number finds the report as a guest, as long as the link is live. */
export async function addPhoneShare(db: Db, linkId: string, phone: string, now: Date): Promise<void> {
  await db
    .insertInto('phone_share')
    .values({ link_id: linkId, phone, sent_at: now })
    .onConflict((conflict) => conflict.columns(['link_id', 'phone']).doUpdateSet({ sent_at: now }))
    .execute()
}

/** Returns the live reports shared with a number, newest first. */
export async function sharedWith(db: Db, phone: string, now: Date) {
  const rows = await linkStates(db)
    .innerJoin('phone_share', 'phone_share.link_id', 'share_link.id')
    .select([
      'phone_share.sent_at',
      'survey.survey_name',
      'survey.created_at',
      'survey.updated_at',
      'survey.time_zone',
      'account.first_name',
      'account.last_name',
      'account.company_name',
    ])
    .where('phone_share.phone', '=', phone)
    .where('share_link.closed_at', 'is', null)
    .orderBy('phone_share.sent_at', 'desc')
    .orderBy('share_link.id')
    .execute()
  return rows.filter((link) => isLive(link, now))
}

export type SharedReport = Awaited<ReturnType<typeof sharedWith>>[number]
