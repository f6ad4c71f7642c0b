import { sql } from 'kysely'
import type { Context, Db } from '#server/context.ts'
import { composeMail, type MailParts } from './mail.ts'
import { queueMessage } from './queue.ts'

interface Digest {
  /** Which text it is, as 'reviews.accepted'. */
  readonly kind: string
  readonly recipient: string
  readonly accountId: string
  /** Milliseconds between two mails of this kind to this recipient. */
  readonly every: number
  /** Events after a moment that the previous mail may not include. */
  readonly parts: (after: Date) => Promise<MailParts>
}

/** Older events are not worth a mail any more; also where no mail was sent before. */
const oldest = 24 * 3_600_000

/**
 * Queues a mail that sums up events: the first event is mailed at once, later ones in one mail once `every` has passed.
 * A mail that is still queued is rewritten, so each event is in one mail. Within the caller's transaction.
 */
export async function queueDigest(
  db: Db,
  context: Pick<Context, 'config'>,
  { kind, recipient, accountId, every, parts }: Digest,
  now: Date,
): Promise<void> {
  // Of two events at the same moment the second finds the mail of the first.
  await sql`select pg_advisory_xact_lock(hashtext(${kind}), hashtext(${recipient}))`.execute(db)
  const messages = db.selectFrom('message').where('recipient', '=', recipient).where('kind', '=', kind)
  const recent = await messages
    .select(['id', 'created_at', 'next_attempt_at'])
    .select(
      sql<boolean>`status = 'queued' and (claimed_until is null or claimed_until <= ${now})`.as('isQueued'),
    )
    .where('status', '<>', 'failed')
    .where('created_at', '>', new Date(now.getTime() - oldest))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  const before = recent.find(({ isQueued }) => !isQueued)
  const mail = await parts(before?.created_at ?? new Date(now.getTime() - oldest))
  const message = composeMail(context, { ...mail, kind, recipient, accountId })
  const waiting = recent.find(({ isQueued }) => isQueued)
  if (waiting && (await rewrite(db, waiting.id, message, now))) return
  const notBefore = new Date(Math.max(now.getTime(), (before?.next_attempt_at.getTime() ?? 0) + every))
  await queueMessage(db, { ...message, notBefore }, now)
}

/** Returns false if it is being sent. `created_at` is the time up to which the mail includes events. */
async function rewrite(
  db: Db,
  id: string,
  { subject = '', body, html = '' }: ReturnType<typeof composeMail>,
  now: Date,
): Promise<boolean> {
  const done = await db
    .updateTable('message')
    .set({ subject, body, html, created_at: now })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .where(({ eb, or }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
    .returning('id')
    .executeTakeFirst()
  return done !== undefined
}
