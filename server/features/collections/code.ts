import { createHmac, timingSafeEqual } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import type { Context, Db } from '#server/context.ts'
import type { Place } from '#server/features/accounts/password/login-place.ts'
import { latestLogins } from '#server/features/audit/recent-logins.ts'
import { countEvent } from '#server/http/rate-limit.ts'
import { sourceOf } from '#server/http/source.ts'

interface Made {
  readonly accountId: string
  readonly createdBy: string
}

/** Replaces the account's earlier code. Only a keyed hash is stored: from a plain hash, eight digits are easily guessed. */
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

type Caller = Pick<Place, 'address' | 'device'>

/** Tries after which a code is closed to a caller, by what the account recognizes about the caller. */
const triesOf = {
  device: limits.codeTries,
  address: limits.collectionTriesOfKnownPlaces,
  nothing: limits.collectionTriesOfStrangers,
} as const

/**
 * Compares a code. Pass the pool, not a transaction: each try counts before the comparison, even if the call
 * fails. 'none' = the account has no valid code, or this caller has no try left. All callers together have
 * `codeTries`, the last of them only for places the account signed in from before: strangers who know its id
 * cannot use up its own device's tries.
 */
export async function tryCode(
  { db, codeKey }: Pick<Context, 'db' | 'codeKey'>,
  { accountId, code, caller }: { accountId: string; code: string; caller: Caller },
  now: Date,
): Promise<CodeTry> {
  const known = await knownBy(db, accountId, caller)
  if (known === 'nothing' && !(await mayStrangerTry(db, accountId, caller, now))) return 'none'
  const row = await db
    .updateTable('collection_code')
    .set((column) => ({ tries: column('tries', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .where('tries', '<', triesOf[known])
    .returning('code_hash')
    .executeTakeFirst()
  if (!row) return 'none'
  return timingSafeEqual(row.code_hash, hashOf(codeKey, accountId, code)) ? 'right' : 'wrong'
}

/** Origins of a caller that the account may know. */
async function knownBy(
  db: Db,
  accountId: string,
  { address, device }: Caller,
): Promise<keyof typeof triesOf> {
  const logins = await latestLogins(db, accountId)
  if (device !== '' && logins.some((login) => login.device === device)) return 'device'
  const source = sourceOf(address)
  return logins.some((login) => login.source === source) ? 'address' : 'nothing'
}

/** Counts a try from a stranger's address against the account's current code; a new code starts a new count. */
async function mayStrangerTry(db: Db, accountId: string, { address }: Caller, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('collection_code')
    .select('created_at')
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!row) return false
  const bucket = `collection/${accountId}/${row.created_at.toISOString()}/${sourceOf(address)}`
  const [limit, seconds] = [limits.collectionTriesPerStranger, limits.collectionCodeLife / 1_000]
  return (await countEvent(db, { bucket, limit, seconds }, now)) === null
}

/** Call it in the transaction that opens the session: only one of two parallel calls uses up the code. */
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

export async function expireCollectionCodes(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('collection_code').where('expires_at', '<=', now).execute()
}

function hashOf(key: Buffer, accountId: string, code: string): Buffer {
  return createHmac('sha256', key).update(`unsent-work/${accountId}/${code}`).digest()
}
