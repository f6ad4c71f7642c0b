import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { limits } from '#contract/limits.ts'
import type { Context, Db } from '#server/context.ts'
import { aheadOf } from '#server/db/clock.ts'
import { hashToken, type PhoneGuestIdentity } from '#server/http/authenticate.ts'

/**
 * A separate kind of session in a separate table: no account call looks here, and no guest call looks among the
 * accounts' sessions.
 */
export async function openGuestSession(
  { db, context, now }: { readonly db: Db; readonly context: Context; readonly now: Date },
  phone: string,
): Promise<{ readonly id: string; readonly token: string; readonly expiresAt: Date }> {
  const token = context.random(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + limits.sessionDay)
  const id = newId()
  await db
    .insertInto('guest_session')
    .values({ id, phone, token_hash: hashToken(token), created_at: now, expires_at: expiresAt })
    .execute()
  return { id, token, expiresAt }
}

export async function identifyPhoneGuest(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<PhoneGuestIdentity | null> {
  const row = await db
    .selectFrom('guest_session')
    .select(['id as sessionId', 'phone'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row ?? null
}

export async function endGuestSession(db: Db, id: string): Promise<void> {
  await db.deleteFrom('guest_session').where('id', '=', id).execute()
}

/** Ends expired ones; those dated in the future begin now. */
export async function expireGuestSessions(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('guest_session').where('expires_at', '<=', now).execute()
  await db
    .updateTable('guest_session')
    .set({ created_at: now, expires_at: sql`expires_at - (created_at - ${now}::timestamptz)` })
    .where('created_at', '>', aheadOf(now))
    .execute()
}
