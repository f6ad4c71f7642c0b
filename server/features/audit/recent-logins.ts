import type { SelectQueryBuilder } from 'kysely'
import type { Db } from '#server/context.ts'
import type { DB } from '#server/db/tables.ts'
import { sourceOf } from '#server/http/source.ts'

/** How many of an account's latest sign-ins are considered. */
const remembered = 50
/** The same, for the whole installation. */
const rememberedOfAll = 5_000

/** An account's id, or a subquery that yields the id. */
type AccountId = string | SelectQueryBuilder<DB, 'account', { id: string }>

/** Whether the account signed in from this source recently. */
export async function hasRecentLogin(db: Db, account: AccountId, source: string): Promise<boolean> {
  return (await latestLogins(db, account)).some((login) => login.source === source)
}

/** Where, and on which devices, the account signed in recently. */
export async function latestLogins(db: Db, account: AccountId) {
  const rows = await db
    .selectFrom('audit')
    .select(['address', 'detail'])
    .where('account_id', '=', account)
    .where('action', '=', 'login.succeeded')
    .orderBy('at', 'desc')
    .limit(remembered)
    .execute()
  return rows.map(({ address, detail }) => ({ source: sourceOf(address), device: deviceIn(detail) }))
}

/** The installation's latest sign-ins, most recent first. */
export async function latestPlaces(db: Db) {
  const rows = await db
    .selectFrom('audit')
    .select(['account_id', 'address', 'detail'])
    .where('action', '=', 'login.succeeded')
    .orderBy('at', 'desc')
    .limit(rememberedOfAll)
    .execute()
  return rows.flatMap(({ account_id: accountId, address, detail }) =>
    accountId === null ? [] : [{ accountId, address, device: String(deviceIn(detail) ?? '') }],
  )
}

function deviceIn(detail: unknown): unknown {
  return typeof detail === 'object' && detail !== null && 'device' in detail ? detail.device : undefined
}
