import type { Db } from '#server/context.ts'
import { type AccountRow, lockAccount } from '../data.ts'

/**
 * The caller's account with its lock, for what adds a way into it, or takes it away; null where the session has ended since the call began.
 * Who takes all ways in away ends the sessions under that lock: a call that was under way then adds none afterwards.
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
