import type { SelectQueryBuilder } from 'kysely'
import type { Db } from '#server/context.ts'
import type { DB } from '#server/db/tables.ts'
import { sourceOf } from '#server/http/source.ts'

/** How many of an account's latest sign-ins are looked at. */
const remembered = 50

/** Whether the account signed in from this source lately. `account` is its id, or a subquery that yields the id. */
export async function isKnownSource(
  db: Db,
  account: string | SelectQueryBuilder<DB, 'account', { id: string }>,
  source: string,
): Promise<boolean> {
  const rows = await db
    .selectFrom('audit')
    .select('address')
    .where('account_id', '=', account)
    .where('action', '=', 'login.succeeded')
    .orderBy('at', 'desc')
    .limit(remembered)
    .execute()
  return rows.some(({ address }) => sourceOf(address) === source)
}
