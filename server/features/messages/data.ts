import { sql } from 'kysely'
import { emailPattern } from '#contract/rules/email-pattern.ts'
import type { Db } from '#server/context.ts'
import { folded, searchPattern } from '#server/db/search-pattern.ts'
import type { Channel, MessageRow } from './transport.ts'

const day = 24 * 3_600_000
/** Texts contain links and codes, and rows contain addresses, so neither is stored longer than needed. */
const textsKept = 30 * day
const rowsKept = 365 * day

export interface OutboxFilter {
  readonly to: string
  readonly channel: Channel | undefined
  readonly status: 'queued' | 'sent' | 'failed' | undefined
}

export async function listMessages(
  db: Db,
  filter: OutboxFilter,
  slice: { readonly limit: number; readonly offset: number },
): Promise<readonly MessageRow[]> {
  return matching(db, filter)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()
}

export async function countMessages(db: Db, filter: OutboxFilter): Promise<number> {
  const { count } = await matching(db, filter)
    .select((column) => column.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function matching(db: Db, { to, channel, status }: OutboxFilter) {
  let query = db.selectFrom('message')
  if (channel) query = query.where('channel', '=', channel)
  if (status) query = query.where('status', '=', status)
  const wanted = to.trim()
  if (wanted === '') return query
  if (emailPattern.test(wanted)) return query.where('recipient', '=', wanted.toLowerCase())
  // A number as people write it; its plus may have been lost in a URL
  const part = /^\+?[\d ().-]+$/.test(wanted) ? wanted.replace(/\D/g, '') : wanted
  return query.where(folded(sql`recipient`), 'like', searchPattern(part))
}

export async function lockMessage(db: Db, id: string): Promise<MessageRow | null> {
  const row = await db.selectFrom('message').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row ?? null
}

export async function queueAgain(db: Db, id: string, now: Date): Promise<MessageRow> {
  return db
    .updateTable('message')
    .set({
      status: 'queued',
      attempts: 0,
      last_error: '',
      bounced_at: null,
      sent_at: null,
      provider_id: '',
      next_attempt_at: now,
      claimed_until: null,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The message a provider refers to: by the provider's id, else the newest one sent to this recipient. */
export async function findSent(
  db: Db,
  { providerIds, to }: { readonly providerIds: readonly string[]; readonly to: string | null },
): Promise<MessageRow | null> {
  const sent = db.selectFrom('message').selectAll().where('sent_at', 'is not', null)
  const found =
    providerIds.length > 0
      ? sent.where('provider_id', 'in', providerIds)
      : sent.where('recipient', '=', to ?? '')
  const row = await found.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row ?? null
}

/** A bounce overrides 'sent'. If it is reported twice, the first report wins. */
export async function markBounced(db: Db, id: string, reason: string, now: Date): Promise<void> {
  await db
    .updateTable('message')
    .set({ status: 'failed', bounced_at: now, last_error: reason })
    .where('id', '=', id)
    .where('status', '=', 'sent')
    .execute()
}

/** Clears the texts of old messages, and removes very old ones. */
export async function forgetOldMessages(db: Db, now: Date): Promise<void> {
  const before = (age: number) => new Date(now.getTime() - age)
  await db
    .updateTable('message')
    .set({ body: '', html: '' })
    .where('created_at', '<', before(textsKept))
    .where('status', '!=', 'queued')
    .where(({ eb, or }) => or([eb('body', '!=', ''), eb('html', '!=', '')]))
    .execute()
  await db
    .deleteFrom('message')
    .where('created_at', '<', before(rowsKept))
    .where('status', '!=', 'queued')
    .execute()
}
