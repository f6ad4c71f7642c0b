import type { Db } from '#server/context.ts'

/** Returns the stored settings unchanged; undefined without such an account. */
export async function findSettings(db: Db, accountId: string): Promise<{ settings: unknown } | undefined> {
  return db.selectFrom('account').select('settings').where('id', '=', accountId).executeTakeFirst()
}

/** Same, for a change: of two at the same moment the second waits and sees what the first left. */
export async function lockSettings(db: Db, accountId: string): Promise<{ settings: unknown } | undefined> {
  return db
    .selectFrom('account')
    .select('settings')
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function storeSettings(db: Db, accountId: string, settings: object): Promise<void> {
  await db
    .updateTable('account')
    .set({ settings: JSON.stringify(settings) })
    .where('id', '=', accountId)
    .execute()
}
