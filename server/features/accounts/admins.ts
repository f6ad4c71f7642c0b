import type { Db } from '#server/context.ts'

/**
 * Returns the live administrators and locks their rows, and `also`, until the transaction ends: of two who
 * remove each other's rights at once, the second finds its own gone. The rows are always locked in the same
 * order, so that there are no deadlocks.
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
