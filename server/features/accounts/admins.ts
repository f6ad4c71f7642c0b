import type { Db } from '#server/context.ts'

/**
 * The live administrators, who stay what they are until the transaction ends, and `also` with them: of two who take
 * each other's rights at the same moment the second finds that it has none any more. Always locked in one order, so
 * that they wait for each other and never deadlock.
 */
export async function lockAdmins(db: Db, also?: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('account')
    .select(['id', 'role', 'disabled_at'])
    .where('deleted_at', 'is', null)
    .where(({ eb, or, and }) =>
      or([
        and([eb('role', '=', 'admin'), eb('disabled_at', 'is', null)]),
        ...(also === undefined ? [] : [eb('id', '=', also)]),
      ]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.filter(({ role, disabled_at }) => role === 'admin' && disabled_at === null).map(({ id }) => id)
}
