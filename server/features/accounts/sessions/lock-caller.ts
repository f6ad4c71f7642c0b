import type { Db } from '#server/context.ts'
import { type AccountRow, lockAccount } from '../data.ts'

/**
 * Returns the caller's account with its lock, for adding or removing ways of login; null if the session has
 * ended since the call began. Removing all ways ends the sessions under that lock, so that a concurrent call
 * can't add one afterwards.
 */
export async function lockCaller(
  db: Db,
  { id, sessionId }: { readonly id: string; readonly sessionId: string },
): Promise<AccountRow | null> {
  const account = await lockAccount(db, id)
  const session = await db
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .where('account_id', '=', id)
    .executeTakeFirst()
  return session ? account : null
}
