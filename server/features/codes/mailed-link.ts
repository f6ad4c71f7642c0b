import { type Selectable, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Context, Db } from '#server/context.ts'
import { aheadOf } from '#server/db/clock.ts'
import type { MailedLink } from '#server/db/tables.ts'
import { hashToken } from '#server/http/authenticate.ts'

export type MailedLinkRow = Selectable<MailedLink>
/** Purpose of a mailed link; it works for no other. */
export type LinkPurpose = 'reset' | 'prove-email' | 'new-email' | 'join-social'

interface Asked {
  readonly purpose: LinkPurpose
  readonly accountId: string
  /** Milliseconds. */
  readonly life: number
  /** Data for the purpose: the subject to verify or join. */
  readonly detail?: Readonly<Record<string, string>>
}

/** Creates a link's secret and ends earlier links of the purpose. Stores only the hash. */
export async function issueLink(
  { random }: Pick<Context, 'random'>,
  db: Db,
  { purpose, accountId, life, detail = {} }: Asked,
  now: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const token = random(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + life)
  await endLinks(db, accountId, purpose)
  await db
    .insertInto('mailed_link')
    .values({
      id: newId(),
      purpose,
      account_id: accountId,
      token_hash: hashToken(token),
      detail: JSON.stringify(detail),
      created_at: now,
      expires_at: expiresAt,
    })
    .execute()
  return { token, expiresAt }
}

/** The address in a link's detail; '' if its purpose has none. */
export function emailIn(detail: unknown): string {
  const email = typeof detail === 'object' && detail !== null && 'email' in detail ? detail.email : ''
  return typeof email === 'string' ? email : ''
}

/** Looks it up without using it: mail scanners open links too. */
export async function liveLink(
  db: Db,
  purpose: LinkPurpose,
  token: string,
  now: Date,
): Promise<MailedLinkRow | null> {
  const row = await db
    .selectFrom('mailed_link')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row ?? null
}

/** Whether the newest link of an account is valid beyond that moment. */
export async function hasLink(
  db: Db,
  accountId: string,
  purpose: LinkPurpose,
  beyond: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('mailed_link')
    .select('id')
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', beyond)
    .executeTakeFirst()
  return row !== undefined
}

/** Uses up a link, once, within the transaction of what it opens; of two at the same moment one gets null. */
export async function useLink(
  db: Db,
  purpose: LinkPurpose,
  token: string,
  now: Date,
): Promise<MailedLinkRow | null> {
  const row = await db
    .updateTable('mailed_link')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Ends unused links after a password change or a revoked address. */
export async function endLinks(db: Db, accountId: string, purpose: LinkPurpose): Promise<void> {
  await db
    .deleteFrom('mailed_link')
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()
}

/** Expired links stay expired; those dated in the future count as made now. */
export async function expireLinks(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('mailed_link')
    .set({ used_at: now })
    .where('used_at', 'is', null)
    .where('expires_at', '<=', now)
    .execute()
  await db
    .updateTable('mailed_link')
    .set({ created_at: now, expires_at: sql`expires_at - (created_at - ${now}::timestamptz)` })
    .where('created_at', '>', aheadOf(now))
    .execute()
}

export async function removeOldLinks(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('mailed_link').where('expires_at', '<', before).execute()
}
