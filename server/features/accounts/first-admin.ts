import { v7 as newId } from 'uuid'
import type { Context } from '#server/context.ts'
import { addAccount, countAccounts } from './data.ts'
import { hashPassword } from './password/hash.ts'
import { readablePassword } from './password/one-time.ts'

export interface FirstAdmin {
  readonly accountId: string
  readonly email: string
  /** To be printed once; null when the operator chose the password. */
  readonly oneTimePassword: string | null
}

/** On an installation without accounts: its first admin (decisions §3). null where there is anybody already. */
export async function makeFirstAdmin(context: Context): Promise<FirstAdmin | null> {
  const { db, config, clock } = context
  if ((await countAccounts(db)) > 0) return null
  const oneTimePassword = config.adminPassword === null ? readablePassword(context.random) : null
  const passwordHash = await hashPassword(config.adminPassword ?? oneTimePassword ?? '')
  const account = await addAccount(
    db,
    {
      id: newId(),
      email: config.adminEmail,
      passwordHash,
      passwordIsOwn: oneTimePassword === null,
      firstName: 'Fieldbook',
      lastName: 'Admin',
      phone: '',
      role: 'admin',
      // Whoever runs the installation named it.
      emailProvenAt: clock(),
    },
    clock(),
  )
  return { accountId: account.id, email: config.adminEmail, oneTimePassword }
}
