import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Context, Db } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { type AccountRow, addAccount, countAccounts, type NewAccount } from './data.ts'
import { hashPassword } from './password/hash.ts'
import { readablePassword } from './password/readable-password.ts'

export interface FirstAdmin {
  readonly accountId: string
  readonly email: string
  /** Printed once; null if the operator chose the password. */
  readonly oneTimePassword: string | null
}

/**
 * Creates the first admin of an installation without accounts (decisions §3); null if there are any. Of several
 * processes that start on an empty database, one creates it.
 */
export async function makeFirstAdmin(context: Context): Promise<FirstAdmin | null> {
  const { db, config } = context
  if ((await countAccounts(db)) > 0) return null
  const oneTimePassword = config.adminPassword === null ? readablePassword(context.random) : null
  const passwordHash = await hashPassword(config.adminPassword ?? oneTimePassword ?? '', { account: 'first' })
  return inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('first-admin', 0))`.execute(tx)
    if ((await countAccounts(tx)) > 0) return null
    const account = await addAdmin(tx, context, { passwordHash, passwordIsOwn: oneTimePassword === null })
    return { accountId: account.id, email: config.adminEmail, oneTimePassword }
  })
}

/** Whether the installation has no accounts. */
export async function isNew({ db }: Pick<Context, 'db'>): Promise<boolean> {
  return (await countAccounts(db)) === 0
}

/** Returns the account of the first admin, or null if there is none. */
export async function findFirstAdmin(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .executeTakeFirst()
  return row?.id ?? null
}

function addAdmin(
  db: Db,
  { config, clock }: Context,
  password: Pick<NewAccount, 'passwordHash' | 'passwordIsOwn'>,
): Promise<AccountRow> {
  const admin: NewAccount = {
    ...password,
    id: newId(),
    email: config.adminEmail,
    firstName: 'Fieldbook',
    lastName: 'Admin',
    phone: '',
    role: 'admin',
    // The operator configured the address.
    emailProvenAt: clock(),
  }
  return addAccount(db, admin, clock())
}
