import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Context, Db } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { type AccountRow, addAccount, countAccounts, type NewAccount } from './data.ts'
import { hashPassword } from './password/hash.ts'
import { readablePassword } from './password/one-time.ts'

export interface FirstAdmin {
  readonly accountId: string
  readonly email: string
  /** To be printed once; null when the operator chose the password. */
  readonly oneTimePassword: string | null
}

/**
 * On an installation without accounts: its first admin (decisions §3). null where there is anybody already. Of several
 * processes that start on one empty database one makes it.
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

/** Nobody was here before. */
export async function isNew({ db }: Pick<Context, 'db'>): Promise<boolean> {
  return (await countAccounts(db)) === 0
}

/** Who was made with the installation; null where nobody was yet. */
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
    // Whoever runs the installation named it.
    emailProvenAt: clock(),
  }
  return addAccount(db, admin, clock())
}
