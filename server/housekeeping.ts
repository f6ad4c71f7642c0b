import { sql } from 'kysely'
import type { Context, Db } from '#server/context.ts'
import { endExpiredSessions } from '#server/features/accounts/sessions/data.ts'
import { removeOldCodes } from '#server/features/codes/code.ts'
import { removeOldLinks } from '#server/features/codes/mailed-link.ts'
import { removeStrayBytes, removeUnshownFiles } from '#server/features/media/jobs.ts'
import { removeOldParts } from '#server/features/media/resumable/jobs.ts'
import { forgetOldMessages } from '#server/features/messages/data.ts'
import { closeOverdue } from '#server/features/messages/delivery-data.ts'
import { removeOldChallenges } from '#server/features/passkeys/challenge.ts'
import { purgeDeletedAccounts } from '#server/features/profile/jobs.ts'
import { removeOldAttempts } from '#server/features/social/attempt.ts'
import { forgetOldEvents } from '#server/features/surveys/events/data.ts'
import { purgeAllDeleted } from '#server/features/surveys/jobs.ts'

const hour = 3_600_000
/** Soon after a start, so that an installation that restarts often is tidied too. */
const firstAfter = 60_000
const replaysKept = 30 * 24 * hour
/** So many rows at once: a delete of millions would run into the time limit of statements, and never end. */
const deletedAtOnce = 5_000

/** Removes what is over, hourly; looks through the whole file store once a day. */
export function startHousekeeping(context: Context): () => void {
  let round = 0
  let timer: NodeJS.Timeout
  const next = (milliseconds: number) => {
    timer = setTimeout(async () => {
      await tidy(context, { strays: round++ % 24 === 0 })
      next(hour)
    }, milliseconds).unref()
  }
  next(firstAfter)
  return () => clearTimeout(timer)
}

/** A task that fails is logged and tried again with the next round; the others go on. */
export async function tidy(context: Context, { strays = true } = {}): Promise<void> {
  const { db, clock, history, log } = context
  const now = clock()
  const tasks: Readonly<Record<string, () => Promise<void>>> = {
    sessions: () => endExpiredSessions(db, now),
    history: () => history.note(),
    replays: () => removeReplays(db, new Date(now.getTime() - replaysKept)),
    rates: async () => void (await db.deleteFrom('rate').where('resets_at', '<', now).execute()),
    codes: () => removeOldCodes(db, now),
    links: () => removeOldLinks(db, new Date(now.getTime() - 7 * 24 * hour)),
    challenges: () => removeOldChallenges(db, now),
    attempts: () => removeOldAttempts(db, now),
    overdue: () => closeOverdue(db, now),
    messages: () => forgetOldMessages(db, now),
    surveys: () => purgeAllDeleted(context),
    events: () => forgetOldEvents(db, new Date(now.getTime() - 24 * hour)),
    accounts: () => purgeDeletedAccounts(context),
    files: () => removeUnshownFiles(context, now),
    parts: () => removeOldParts(context, now),
    ...(strays ? { strays: () => removeStrayBytes(context, now) } : {}),
  }
  for (const [task, run] of Object.entries(tasks)) {
    await run().catch((error: unknown) => log.warn({ err: error, task }, 'Housekeeping failed'))
  }
}

async function removeReplays(db: Db, before: Date): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from replay where ctid = any(array(
        select ctid from replay where created_at < ${before} limit ${deletedAtOnce}))`.execute(db)
    if ((numAffectedRows ?? 0n) < deletedAtOnce) return
  }
}
