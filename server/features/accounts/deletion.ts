import { limits } from '#contract/limits.ts'
import type { Db } from '#server/context.ts'
import { lockAdmins } from './admins.ts'
import type { AccountRow } from './data.ts'
import { endAllSessions } from './sessions/data.ts'

const day = 24 * 3_600_000

/** An account that was deleted then can be brought back until. */
export function restorableUntil(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + limits.restoreDays * day)
}

/** Accounts deleted before this moment are gone for good. */
export function restorableSince(now: Date): Date {
  return new Date(now.getTime() - limits.restoreDays * day)
}

/**
 * Whether another administrator is left. The rows of all of them stay locked until the transaction ends, so that two
 * who go at once do not each find the other.
 */
export async function isOtherAdminLeft(db: Db, accountId: string): Promise<boolean> {
  return (await lockAdmins(db)).some((id) => id !== accountId)
}

/**
 * Hides an account and all that it owns: sessions and share links end at once, what could still open it is void, and
 * its address, number and identities elsewhere are free for another account. False where it was deleted already.
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
  // What waits to be sent speaks of codes and links that open nothing now.
  await db.deleteFrom('message').where('account_id', '=', accountId).where('status', '=', 'queued').execute()
  return true
}

/** Closes every guest link of the account's surveys for good: a new owner or an enabled account reopens none. */
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
 * Brings a deleted account back with its surveys, within thirty days. Share links stay closed and sessions ended. Not
 * where its address or proven number belongs to somebody else by now (`taken`).
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
