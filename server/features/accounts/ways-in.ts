import type { Db } from '#server/context.ts'

/**
 * How many ways lead into an account: password, proven phone, joined providers, passkeys. The account is locked until
 * the transaction ends, so that two that are taken away at once do not both find the other still there.
 */
export async function countWaysIn(db: Db, accountId: string): Promise<number> {
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
