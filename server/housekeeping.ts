import type { Context } from '#server/context.ts'
import { endExpiredSessions } from '#server/features/accounts/sessions/data.ts'
import { removeUnshownFiles } from '#server/features/media/jobs.ts'
import { purgeAllDeleted } from '#server/features/surveys/jobs.ts'

const every = 3_600_000
const replaysKept = 30 * 24 * 3_600_000

/** Removes what is over, hourly. A round that fails is logged and tried again with the next one. */
export function startHousekeeping(context: Context): () => void {
  const timer = setInterval(() => tidy(context), every)
  timer.unref()
  return () => clearInterval(timer)
}

export async function tidy(context: Context): Promise<void> {
  const { db, clock, log } = context
  const now = clock()
  try {
    await endExpiredSessions(db, now)
    await db
      .deleteFrom('replay')
      .where('created_at', '<', new Date(now.getTime() - replaysKept))
      .execute()
    await db.deleteFrom('rate').where('resets_at', '<', now).execute()
    await purgeAllDeleted(context)
    await removeUnshownFiles(context, now)
  } catch (error) {
    log.warn({ err: error }, 'Housekeeping failed')
  }
}
