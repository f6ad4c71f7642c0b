import { createHmac, timingSafeEqual } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import type { Context, Db } from '#server/context.ts'

interface Made {
  readonly accountId: string
  readonly createdBy: string
}

/** Replaces the account's earlier code. Only a keyed hash is stored: eight digits are guessed from a plain one. */
export async function makeCode(
  { random, codeKey }: Pick<Context, 'random' | 'codeKey'>,
  db: Db,
  { accountId, createdBy }: Made,
  now: Date,
): Promise<{ readonly code: string; readonly expiresAt: Date }> {
  const digits = limits.collectionCodeDigits
  const code = String(random(6).readUIntBE(0, 6) % 10 ** digits).padStart(digits, '0')
  const expiresAt = new Date(now.getTime() + limits.collectionCodeLife)
  const row = {
    code_hash: hashOf(codeKey, accountId, code),
    tries: 0,
    created_by: createdBy,
    created_at: now,
    expires_at: expiresAt,
  }
  await db
    .insertInto('collection_code')
    .values({ account_id: accountId, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute()
  return { code, expiresAt }
}

export type CodeTry = 'right' | 'wrong' | 'none'

/**
 * Compares a code. Give the pool: each try counts before it is compared, whatever becomes of the call. 'none' = the
 * account has no code that is still good.
 */
export async function tryCode(
  { db, codeKey }: Pick<Context, 'db' | 'codeKey'>,
  accountId: string,
  code: string,
  now: Date,
): Promise<CodeTry> {
  const row = await db
    .updateTable('collection_code')
    .set((column) => ({ tries: column('tries', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .where('tries', '<', limits.codeTries)
    .returning('code_hash')
    .executeTakeFirst()
  if (!row) return 'none'
  return timingSafeEqual(row.code_hash, hashOf(codeKey, accountId, code)) ? 'right' : 'wrong'
}

/** Within the transaction of what it opens: of two calls with the same code one spends it. */
export async function spendCode(
  { codeKey }: Pick<Context, 'codeKey'>,
  db: Db,
  accountId: string,
  code: string,
): Promise<boolean> {
  const spent = await db
    .deleteFrom('collection_code')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hashOf(codeKey, accountId, code))
    .executeTakeFirst()
  return spent.numDeletedRows > 0n
}

export async function endCollectionCodes(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('collection_code').where('expires_at', '<=', now).execute()
}

function hashOf(key: Buffer, accountId: string, code: string): Buffer {
  return createHmac('sha256', key).update(`unsent-work/${accountId}/${code}`).digest()
}
