import { v7 as newId } from 'uuid'
import type { Context } from '#server/context.ts'
import { addAccount, countAccounts } from './data.ts'
import { hashPassword } from './password/hash.ts'

export interface FirstAdmin {
  readonly accountId: string
  readonly email: string
  /** To be printed once; null when the operator chose the password. */
  readonly oneTimePassword: string | null
}

/** No letters or digits that are mistaken for each other when copied from a terminal. */
const letters = 'abcdefghjkmnpqrstuvwxyz'
const all = `${letters}${letters.toUpperCase()}23456789`

/** On an installation without accounts: its first admin (decisions §3). null where there is anybody already. */
export async function makeFirstAdmin(context: Context): Promise<FirstAdmin | null> {
  const { db, config, clock } = context
  if ((await countAccounts(db)) > 0) return null
  const oneTimePassword = config.adminPassword === null ? readablePassword(context.random(20)) : null
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
    },
    clock(),
  )
  return { accountId: account.id, email: config.adminEmail, oneTimePassword }
}

/** About 90 bits, in four groups; holds a capital, a small letter and a digit as the rules demand. */
function readablePassword(bytes: Buffer): string {
  const text = [...bytes.subarray(0, 13)].map((byte) => all[byte % all.length]).join('')
  return `${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8, 13)}-Fb${2 + ((bytes[19] ?? 0) % 8)}`
}
