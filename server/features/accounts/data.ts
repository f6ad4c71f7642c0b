import type { Selectable } from 'kysely'
import { spokenLanguage } from '#contract/messages/spoken.ts'
import type { Db } from '#server/context.ts'
import type { Account } from '#server/db/tables.ts'

export type AccountRow = Selectable<Account>

export interface NewAccount {
  readonly id: string
  readonly email: string | null
  /** null: only another way of login opens the account. */
  readonly passwordHash: string | null
  readonly passwordIsOwn: boolean
  readonly firstName: string
  readonly lastName: string
  readonly phone: string
  readonly role: 'admin' | 'surveyor'
  readonly type?: 'EmailAccount' | 'SocialAccount' | 'SmsAccount'
  /** Set if the address is already verified by a third party. */
  readonly emailProvenAt?: Date | null
  /** Set if a code proved the number, which then opens the account. */
  readonly phoneProvenAt?: Date | null
}

/**
 * Throws with the constraint `account_email` or `account_phone` if the address or the proven number is taken.
 */
export async function addAccount(db: Db, account: NewAccount, now: Date): Promise<AccountRow> {
  return db
    .insertInto('account')
    .values({
      id: account.id,
      email: account.email,
      password_hash: account.passwordHash,
      password_is_own: account.passwordIsOwn,
      first_name: account.firstName,
      last_name: account.lastName,
      full_phone_number: account.phone,
      role: account.role,
      type: account.type ?? 'EmailAccount',
      email_proven_at: account.emailProvenAt ?? null,
      phone_proven_at: account.phoneProvenAt ?? null,
      // Mails use the language of the call that created the account, until it chooses one.
      settings: JSON.stringify(spokenLanguage() === 'en' ? {} : { language: spokenLanguage() }),
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The live account of an address; null if there is none, or it is deleted or disabled. */
export async function findAccountByEmail(db: Db, email: string): Promise<AccountRow | null> {
  const row = await liveAccounts(db).where('email', '=', email).executeTakeFirst()
  return row ?? null
}

/** The live account that a proven number opens. */
export async function findAccountByPhone(db: Db, phone: string): Promise<AccountRow | null> {
  const row = await liveAccounts(db)
    .where('full_phone_number', '=', phone)
    .where('phone_proven_at', 'is not', null)
    .executeTakeFirst()
  return row ?? null
}

/** Whether a proven number belongs to an account, including disabled ones. */
export async function isProvenPhone(db: Db, phone: string): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('full_phone_number', '=', phone)
    .where('phone_proven_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

export async function findAccount(db: Db, id: string): Promise<AccountRow | null> {
  const row = await liveAccounts(db).where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** Any account that is not deleted, including disabled ones: its address is taken. */
export async function findUndeletedAccount(
  db: Db,
  by: { readonly id: string } | { readonly email: string },
): Promise<AccountRow | null> {
  const standing = db.selectFrom('account').selectAll().where('deleted_at', 'is', null)
  const row = await ('id' in by
    ? standing.where('id', '=', by.id)
    : standing.where('email', '=', by.email)
  ).executeTakeFirst()
  return row ?? null
}

/** The live account, locked until the transaction ends. */
export async function lockAccount(db: Db, id: string): Promise<AccountRow | null> {
  const row = await liveAccounts(db).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row ?? null
}

/** Whether the account still has this password; locks it until the transaction ends. */
export async function holdsPassword(db: Db, { id, password_hash }: AccountRow): Promise<boolean> {
  const row = await lockAccount(db, id)
  return row !== null && row.password_hash === password_hash
}

/** Whether the account still has this proven number; locks it until the transaction ends. */
export async function holdsPhone(db: Db, { id, full_phone_number }: AccountRow): Promise<boolean> {
  const row = await lockAccount(db, id)
  return row?.full_phone_number === full_phone_number && row.phone_proven_at !== null
}

/** Records the first proof and its time. Returns false if the account is deleted or has another address now. */
export async function proveEmail(db: Db, id: string, email: string, now: Date): Promise<boolean> {
  const proven = await db
    .updateTable('account')
    .set((column) => ({ email_proven_at: column.fn.coalesce('email_proven_at', column.val(now)) }))
    .where('id', '=', id)
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return proven.numUpdatedRows > 0n
}

export async function countAccounts(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('account')
    .select((column) => column.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Sets a password that the account chose itself. */
export async function setOwnPassword(db: Db, accountId: string, passwordHash: string): Promise<void> {
  await db
    .updateTable('account')
    .set({ password_hash: passwordHash, password_is_own: true, one_time_password_ends_at: null })
    .where('id', '=', accountId)
    .execute()
}

/** Accounts that are neither deleted nor disabled, and so can be entered. */
export function liveAccounts(db: Db) {
  return db.selectFrom('account').selectAll().where('deleted_at', 'is', null).where('disabled_at', 'is', null)
}
