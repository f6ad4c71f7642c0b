import { sql } from 'kysely'
import type { JobName } from '#contract/admin/admin-system.ts'
import { limits } from '#contract/limits.ts'
import type { Context, Db } from '#server/context.ts'
import { expireRecords, recordExpiry } from '#server/expire-records.ts'
import { removeOldLinks } from '#server/features/codes/mailed-link.ts'
import { removeExpiredExports } from '#server/features/exports/jobs.ts'
import { deleteAbandonedRecords } from '#server/features/guest-dashboard/data.ts'
import { removeStrayBytes, removeUnshownFiles } from '#server/features/media/jobs.ts'
import { removeOldParts } from '#server/features/media/resumable/jobs.ts'
import { forgetOldMessages } from '#server/features/messages/data.ts'
import { closeOverdue } from '#server/features/messages/delivery-data.ts'
import { purgeDeletedAccounts } from '#server/features/profile/jobs.ts'
import { forgetLostSurveys } from '#server/features/surveys/changes/data.ts'
import { forgetOldEvents } from '#server/features/surveys/events/data.ts'
import { purgeAllDeleted } from '#server/features/surveys/jobs.ts'
import { recordJobResult } from '#server/job-results.ts'

const minute = 60_000
const hour = 60 * minute
/** Soon after a start, so that an installation that restarts often is cleaned too. */
const firstAfter = 60_000
const replaysKept = 30 * 24 * hour
/** Rows per statement: a delete of millions would exceed the statement timeout every time. */
const deletedAtOnce = 5_000

/** Expires records every minute, deletes them hourly, and checks the whole file store once a day. */
export function startHousekeeping(context: Context): () => void {
  let round = 0
  let timer: NodeJS.Timeout
  const ahead = aheadSince(context.clock)
  const next = (milliseconds: number) => {
    timer = setTimeout(async () => {
      await tidy(context, { strays: round++ % 24 === 0, ahead: ahead() })
      next(hour)
    }, milliseconds).unref()
  }
  next(firstAfter)
  const passing = setInterval(() => void recordExpiry(context).expireDue(), minute).unref()
  return () => {
    clearTimeout(timer)
    clearInterval(passing)
  }
}

/** Returns the milliseconds that the clock jumped ahead since the call; that much less time has passed. */
export function aheadSince(clock: () => Date, steady: () => number = () => performance.now()): () => number {
  const began = clock().getTime() - steady()
  return () => Math.max(0, clock().getTime() - steady() - began)
}

/**
 * Runs all tasks. A failed one is logged and retried in the next round. Final deletion uses elapsed time
 * without `ahead`, since a clock that jumped ahead may come back.
 */
export async function tidy(given: Context, { strays = true, ahead = 0 } = {}): Promise<void> {
  const context: Context = { ...given, clock: () => new Date(given.clock().getTime() - ahead) }
  const { db, clock, history, log } = context
  const now = clock()
  const tasks: Readonly<Partial<Record<JobName, () => Promise<void>>>> = {
    over: () => expireRecords(given, given.clock()),
    history: () => history.note(),
    replays: () => removeReplays(db, new Date(now.getTime() - replaysKept)),
    rates: async () => void (await db.deleteFrom('rate').where('resets_at', '<', now).execute()),
    links: () => removeOldLinks(db, new Date(now.getTime() - 7 * 24 * hour)),
    overdue: () => closeOverdue(db, given.clock()),
    messages: () => forgetOldMessages(db, now),
    surveys: () => purgeAllDeleted(context),
    events: async () => {
      await forgetOldEvents(db, new Date(now.getTime() - 24 * hour))
      await forgetLostSurveys(db, new Date(now.getTime() - limits.lostSurveysKept))
    },
    accounts: () => purgeDeletedAccounts(context),
    guests: () => deleteAbandonedRecords(db, new Date(now.getTime() - limits.guestRecordLife)),
    files: () => removeUnshownFiles(context, now),
    parts: () => removeOldParts(context, now),
    copies: async () => context.guestCopies.wake(),
    exports: () => removeExpiredExports(context, now),
    ...(strays ? { strays: () => removeStrayBytes(context, now) } : {}),
  }
  for (const [task, run] of Object.entries(tasks)) {
    const failed = await run().then(
      () => false,
      (error: unknown) => {
        log.warn({ err: error, task }, 'Housekeeping failed')
        return true
      },
    )
    recordJobResult(db, task as JobName, { at: given.clock(), failed })
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
