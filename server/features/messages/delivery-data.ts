import { sql } from 'kysely'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import type { Db } from '#server/context.ts'
import { latestEnd } from '#server/db/clock.ts'
import type { Channel, MessageRow } from './transport.ts'

/** Without a code or link that ends: so long overdue, a message tells of yesterday. */
const overdue = 24 * 3_600_000

export type Waiting = Pick<MessageRow, 'id' | 'attempts' | 'next_attempt_at'>

/** Page by page, what is to be sent before `until`. */
export async function* waitingMessages(
  db: Db,
  channels: readonly Channel[],
  until: Date,
): AsyncGenerator<readonly Waiting[]> {
  const limit = 500
  let last: Waiting | null = null
  do {
    let query = waiting(db, channels)
      .where('next_attempt_at', '<=', until)
      .orderBy('next_attempt_at')
      .orderBy('id')
      .limit(limit)
    if (last) query = query.where(sql<boolean>`(next_attempt_at, id) > (${last.next_attempt_at}, ${last.id})`)
    const rows: readonly Waiting[] = await query.execute()
    if (rows.length > 0) yield rows
    last = rows.length === limit ? (rows.at(-1) ?? null) : null
  } while (last)
}

export async function waitingMessage(
  db: Db,
  channels: readonly Channel[],
  id: string,
): Promise<Waiting | null> {
  return (await waiting(db, channels).where('id', '=', id).executeTakeFirst()) ?? null
}

function waiting(db: Db, channels: readonly Channel[]) {
  return db
    .selectFrom('message')
    .select(['id', 'attempts', 'next_attempt_at'])
    .where('status', '=', 'queued')
    .where('channel', 'in', channels)
}

/**
 * Takes a message for sending; of two that try at once one gets it, and nobody else does until `claimedUntil`. Null: it
 * is not this attempt's turn any more.
 */
export async function claimMessage(
  db: Db,
  { id, attempts }: Pick<Waiting, 'id' | 'attempts'>,
  now: Date,
  claimedUntil: Date,
): Promise<MessageRow | null> {
  const row = await db
    .updateTable('message')
    .set({ attempts: attempts + 1, claimed_until: claimedUntil })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('status', '=', 'queued')
    .where('next_attempt_at', '<=', now)
    .where(({ eb, or }) =>
      or([
        eb('claimed_until', 'is', null),
        eb('claimed_until', '<=', now),
        eb('claimed_until', '>', latestEnd(now, claimedUntil.getTime() - now.getTime())),
      ]),
    )
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** What waits longer than any attempt has to was put off by a clock that was ahead: its turn is now. */
export async function settleWaits(db: Db, now: Date, longest: number): Promise<void> {
  await db
    .updateTable('message')
    .set({ next_attempt_at: now })
    .where('status', '=', 'queued')
    .where('next_attempt_at', '>', latestEnd(now, longest))
    .execute()
}

/** What became of an attempt. Written only by the one whose claim still stands. */
export async function settleMessage(
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

/** Fails what nobody is sending and what is not worth it any more: its code or link is over, or it is a day late. */
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
    .where(({ eb, or, and }) =>
      or([
        eb('expires_at', '<=', now),
        and([eb('expires_at', 'is', null), eb('next_attempt_at', '<=', new Date(now.getTime() - overdue))]),
      ]),
    )
    .execute()
}
