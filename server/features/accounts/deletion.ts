import { limits } from '#contract/limits.ts'
import type { Db } from '#server/context.ts'
import { lockAdmins } from './admins.ts'
import type { AccountRow } from './data.ts'
import { endAllSessions } from './sessions/data.ts'

const day = 24 * 3_600_000

/** When the restore period of an account deleted at this time ends. */
export function restorableUntil(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + limits.restoreDays * day)
}

/** Accounts deleted before this moment can't be restored. */
export function restorableSince(now: Date): Date {
  return new Date(now.getTime() - limits.restoreDays * day)
}

/**
 * Whether another administrator is left. Locks all their rows until the transaction ends, so that two who leave
 * at once do not both count the other.
 */
export async function isOtherAdminLeft(db: Db, accountId: string): Promise<boolean> {
  return (await lockAdmins(db)).some((id) => id !== accountId)
}

/**
 * Deletes an account with everything it owns: sessions and share links end at once, pending links and codes are
 * void, and its address, number and social identities are free for another account. Returns false if it was
 * already deleted.
 */
export async function hideAccount(db: Db, accountId: string, now: Date): Promise<boolean> {
  const hidden = await db
    .updateTable('account')
    .set({ deleted_at: now })
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!hidden) return false
  await endAllSessions(db, accountId)
  await closeLinksOf(db, accountId, now)
  for (const table of [
    'mailed_link',
    'code',
    'collection_code',
    'passkey_challenge',
    'social_identity',
    'social_attempt',
  ] as const)
    await db.deleteFrom(table).where('account_id', '=', accountId).execute()
  // Queued messages contain codes and links that no longer work.
  await db.deleteFrom('message').where('account_id', '=', accountId).where('status', '=', 'queued').execute()
  return true
}

/**
 * Closes every guest link of the account's surveys permanently: neither a new owner nor an enabled account
 * reopens them.
 */
export async function closeLinksOf(db: Db, accountId: string, now: Date): Promise<void> {
  await db
    .updateTable('share_link')
    .set({ closed_at: now })
    .where('closed_at', 'is', null)
    .where('survey_id', 'in', (query) =>
      query.selectFrom('survey').select('id').where('account_id', '=', accountId),
    )
    .execute()
}

export type Restored = 'restored' | 'taken' | 'tooLate'

/**
 * Restores a deleted account with its surveys, within thirty days. Share links stay closed and sessions ended.
 * Returns `taken` if its address or proven number belongs to another account now.
 */
export async function restoreAccount(db: Db, accountId: string, now: Date): Promise<Restored> {
  const account = await db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', accountId)
    .where('deleted_at', '>', restorableSince(now))
    .forUpdate()
    .executeTakeFirst()
  if (!account) return 'tooLate'
  if (await isTaken(db, account)) return 'taken'
  await db.updateTable('account').set({ deleted_at: null }).where('id', '=', accountId).execute()
  return 'restored'
}

async function isTaken(db: Db, account: AccountRow): Promise<boolean> {
  const other = await db
    .selectFrom('account')
    .select('id')
    .where('deleted_at', 'is', null)
    .where(({ or, and, eb }) =>
      or([
        ...(account.email === null ? [] : [eb('email', '=', account.email)]),
        ...(account.phone_proven_at === null || account.full_phone_number === ''
          ? []
          : [
              and([
                eb('full_phone_number', '=', account.full_phone_number),
                eb('phone_proven_at', 'is not', null),
              ]),
            ]),
      ]),
    )
    .executeTakeFirst()
  return other !== undefined
}
