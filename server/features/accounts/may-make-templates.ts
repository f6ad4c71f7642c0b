import type { Db } from '#server/context.ts'

/** Admins, and accounts that an admin permits. Checked in every call, so that a revoked right ends at once. */
export async function mayMakeTemplates(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .where(({ or, eb }) => or([eb('role', '=', 'admin'), eb('may_make_templates', '=', true)]))
    .executeTakeFirst()
  return row !== undefined
}
