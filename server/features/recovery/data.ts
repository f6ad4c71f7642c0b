import type { Db } from '#server/context.ts'
import { type AccountRow, liveAccounts } from '#server/features/accounts/data.ts'

/**
 * The live account of an address, locked until the transaction ends: of two links requested at once, one is the
 * newest.
 */
export async function accountOfEmail(db: Db, email: string): Promise<AccountRow | null> {
  const row = await liveAccounts(db).where('email', '=', email).forNoKeyUpdate().executeTakeFirst()
  return row ?? null
}

/**
 * The live account that has proven this number, locked likewise. A number that is only claimed opens nothing.
 */
export async function accountOfPhone(db: Db, phone: string): Promise<AccountRow | null> {
  const row = await liveAccounts(db)
    .where('full_phone_number', '=', phone)
    .where('phone_proven_at', 'is not', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Whether this is the token of this very session. */
export async function isTokenOf(db: Db, sessionId: string, tokenHash: Buffer): Promise<boolean> {
  const session = await db
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return session !== undefined
}

/** The providers a social account logs in through, e.g. 'google'. */
export async function providersOf(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('social_identity')
    .select('provider')
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute()
  return rows.map(({ provider }) => provider)
}

/**
 * Removes every way in, except the password, that was added before the address was proven. Someone may have
 * created the account with another person's address and left their own way in, waiting for the real owner: that
 * person opens the link in the first mail in good faith and proves the address, but none of the rest. A phone
 * account belongs to its number: there the address came later. Returns whether anything was removed.
 */
export async function removeUnprovenLoginMethods(db: Db, account: AccountRow): Promise<boolean> {
  const { id, type, email_proven_at, phone_proven_at } = account
  if (type === 'SmsAccount' && email_proven_at) return false
  let removed = 0n
  for (const table of ['passkey', 'social_identity'] as const) {
    const added = db.deleteFrom(table).where('account_id', '=', id)
    const early = email_proven_at ? added.where('created_at', '<', email_proven_at) : added
    removed += (await early.executeTakeFirst()).numDeletedRows
  }
  if (!phone_proven_at || (email_proven_at && phone_proven_at >= email_proven_at)) return removed > 0n
  await db.updateTable('account').set({ phone_proven_at: null }).where('id', '=', id).execute()
  return true
}
