import { limits } from '#contract/limits.ts'
import type { Db } from '#server/context.ts'
import { latestEnd } from '#server/db/clock.ts'

/** Removes one-time passwords that were not used in time, so that a clock change can't revive them. */
export async function expireOneTimePasswords(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('account')
    .set({ password_hash: null })
    .where('password_is_own', '=', false)
    .where('password_hash', 'is not', null)
    .where('one_time_password_ends_at', '<=', now)
    .execute()
  await db
    .updateTable('account')
    .set({ one_time_password_ends_at: new Date(now.getTime() + limits.oneTimePasswordLife) })
    .where('one_time_password_ends_at', '>', latestEnd(now, limits.oneTimePasswordLife))
    .execute()
}
