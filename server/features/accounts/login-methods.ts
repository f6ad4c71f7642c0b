import type { Db } from '#server/context.ts'

/**
 * Counts the ways to log in to an account: password, proven phone, joined providers, passkeys. Locks the
 * account until the transaction ends, so that two simultaneous removals do not both count the other way.
 */
export async function countLoginMethods(db: Db, accountId: string): Promise<number> {
  const account = await db
    .selectFrom('account')
    .select(['password_hash', 'full_phone_number', 'phone_proven_at'])
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!account) return 0
  const [{ count: joined }, { count: passkeys }] = [
    await db
      .selectFrom('social_identity')
      .select((column) => column.fn.countAll<number>().as('count'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow(),
    await db
      .selectFrom('passkey')
      .select((column) => column.fn.countAll<number>().as('count'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow(),
  ]
  const password = account.password_hash === null ? 0 : 1
  const phone = account.phone_proven_at !== null && account.full_phone_number !== '' ? 1 : 0
  return password + phone + joined + passkeys
}
