import { type ExpressionBuilder, sql } from 'kysely'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import type { Db } from '#server/context.ts'
import { latestEnd } from '#server/db/clock.ts'
import type { DB } from '#server/db/tables.ts'
import type { Channel, MessageRow } from './transport.ts'

/** For messages without an expiring code or link: after this long they are no longer news. */
const overdue = 24 * 3_600_000

export interface Claiming {
  readonly channels: readonly Channel[]
  readonly now: Date
  /** End of the claim on the messages. */
  readonly claimedUntil: Date
  readonly limit: number
}

/**
 * Claims due messages for one attempt each, longest overdue first. Several processes that claim at once skip
 * each other's rows (`skip locked`).
 */
export function claimDueMessages(
  db: Db,
  { channels, now, claimedUntil, limit }: Claiming,
): Promise<MessageRow[]> {
  return db
    .updateTable('message')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1), claimed_until: claimedUntil }))
    .where('id', 'in', (due) =>
      due
        .selectFrom('message')
        .select('id')
        .where('status', '=', 'queued')
        .where('channel', 'in', channels)
        .where('next_attempt_at', '<=', now)
        .where(({ eb, or }) =>
          or([
            eb('claimed_until', 'is', null),
            eb('claimed_until', '<=', now),
            eb('claimed_until', '>', latestEnd(now, claimedUntil.getTime() - now.getTime())),
          ]),
        )
        .where((eb) => eb.not(isOver(eb, now)))
        .orderBy('next_attempt_at')
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()
}

/** A message waiting longer than any attempt has to was postponed by a clock that ran ahead: it is due now. */
export async function correctLongWaits(db: Db, now: Date, longest: number): Promise<void> {
  await db
    .updateTable('message')
    .set({ next_attempt_at: now })
    .where('status', '=', 'queued')
    .where('next_attempt_at', '>', latestEnd(now, longest))
    .execute()
}

/** Records the outcome of an attempt, but only if the caller's claim still holds. */
export async function recordAttempt(
  db: Db,
  claimed: MessageRow,
  outcome:
    | { readonly status: 'sent'; readonly sent_at: Date; readonly provider_id: string }
    | { readonly status: 'queued'; readonly next_attempt_at: Date; readonly last_error: string }
    | { readonly status: 'failed'; readonly last_error: string },
): Promise<void> {
  await db
    .updateTable('message')
    .set({ last_error: '', ...outcome, claimed_until: null })
    .where('id', '=', claimed.id)
    .where('status', '=', 'queued')
    .where('claimed_until', '=', claimed.claimed_until)
    .execute()
}

/** Fails unclaimed messages that are too late: their code or link expired, or they are a day old. */
export async function closeOverdue(db: Db, now: Date): Promise<void> {
  const tooLate: MessageKey = 'outbox.tooLate'
  const waitedTooLong: MessageKey = 'outbox.waitedTooLong'
  await db
    .updateTable('message')
    .set({
      status: 'failed',
      claimed_until: null,
      last_error: sql`case when expires_at is null then ${waitedTooLong} else ${tooLate} end`,
    })
    .where('status', '=', 'queued')
    .where(({ eb, or }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
    .where((eb) => isOver(eb, now))
    .execute()
}

function isOver(eb: ExpressionBuilder<DB, 'message'>, now: Date) {
  const late = eb('next_attempt_at', '<=', new Date(now.getTime() - overdue))
  return eb
    .case()
    .when('expires_at', 'is', null)
    .then(late)
    .else(eb('expires_at', '<=', now))
    .end()
}
