import type { Db } from '#server/context.ts'

/** Sets a new one-time password; the previous one no longer opens anything. */
export async function setOneTimePassword(
  db: Db,
  accountId: string,
  { passwordHash, endsAt }: { readonly passwordHash: string; readonly endsAt: Date },
): Promise<void> {
  await db
    .updateTable('account')
    .set({ password_hash: passwordHash, password_is_own: false, one_time_password_ends_at: endsAt })
    .where('id', '=', accountId)
    .execute()
}

/** The account as it is, locked until the transaction ends. */
export async function lockAccountAccess(db: Db, id: string) {
  const row = await db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

export interface NewAccountAccess {
  readonly role: 'admin' | 'surveyor'
  readonly disabledAt: Date | null
  readonly mayMakeTemplates: boolean
}

export async function setAccountAccess(
  db: Db,
  id: string,
  { role, disabledAt, mayMakeTemplates }: NewAccountAccess,
): Promise<void> {
  // Surveys that a re-enabled account creates are its own, even if its earlier ones were transferred.
  const heir = disabledAt === null ? { heir_id: null } : {}
  await db
    .updateTable('account')
    .set({ role, disabled_at: disabledAt, may_make_templates: mayMakeTemplates, ...heir })
    .where('id', '=', id)
    .execute()
}
