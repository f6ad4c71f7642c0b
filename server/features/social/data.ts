import type { Selectable } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Db } from '#server/context.ts'
import type { SocialIdentity } from '#server/db/tables.ts'
import type { AccountRow } from '#server/features/accounts/data.ts'
import { endCodesOf } from '#server/features/codes/code.ts'
import { endLinks } from '#server/features/codes/mailed-link.ts'
import type { Person } from './person.ts'

export type IdentityRow = Selectable<SocialIdentity>

export async function findIdentity(
  db: Db,
  { issuer, subject }: Pick<Person, 'issuer' | 'subject'>,
): Promise<IdentityRow | null> {
  const row = await db
    .selectFrom('social_identity')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row ?? null
}

/** Fails with the constraint `social_identity_issuer_subject_key` if the identity already opens an account. */
export async function addIdentity(
  db: Db,
  accountId: string,
  provider: string,
  { issuer, subject, email }: Pick<Person, 'issuer' | 'subject' | 'email'>,
  now: Date,
): Promise<IdentityRow> {
  return db
    .insertInto('social_identity')
    .values({ id: newId(), account_id: accountId, provider, issuer, subject, email, created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** After deleting their account, users may start over. */
export async function forgetDeletedOwner(db: Db, identityId: string): Promise<void> {
  await db.deleteFrom('social_identity').where('id', '=', identityId).execute()
}

export async function listIdentities(db: Db, accountId: string): Promise<IdentityRow[]> {
  return db
    .selectFrom('social_identity')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute()
}

export async function removeIdentity(db: Db, accountId: string, id: string): Promise<IdentityRow | null> {
  const row = await db
    .deleteFrom('social_identity')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/**
 * A one-time password is no longer needed once another way in is proven: it ends, and nothing has to be changed
 * first.
 */
export async function dropOneTimePassword(db: Db, account: AccountRow): Promise<AccountRow> {
  if (account.password_is_own) return account
  return changed(db, account, { password_hash: null, password_is_own: true, one_time_password_ends_at: null })
}

export async function setEmailProven(db: Db, account: AccountRow, now: Date): Promise<AccountRow> {
  return account.email_proven_at ? account : changed(db, account, { email_proven_at: now })
}

/**
 * Removes all other login methods and pending ones. The account's creator never proved the address and may be
 * waiting for its real owner. Sessions are removed last, so that a concurrent login leaves none. The caller
 * holds the account's lock.
 */
export async function removeOtherLoginMethods(db: Db, account: AccountRow): Promise<AccountRow> {
  // A change of address that was begun earlier would end in a mailbox that is not the owner's.
  for (const purpose of ['new-email', 'reset', 'prove-email'] as const)
    await endLinks(db, account.id, purpose)
  await endCodesOf(db, account.id)
  for (const table of ['passkey', 'social_identity', 'session'] as const) {
    await db.deleteFrom(table).where('account_id', '=', account.id).execute()
  }
  return changed(db, account, { password_hash: null, password_is_own: true, phone_proven_at: null })
}

type Changes = Partial<
  Pick<
    AccountRow,
    'password_hash' | 'password_is_own' | 'one_time_password_ends_at' | 'email_proven_at' | 'phone_proven_at'
  >
>

async function changed(db: Db, account: AccountRow, changes: Changes): Promise<AccountRow> {
  return db
    .updateTable('account')
    .set(changes)
    .where('id', '=', account.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
