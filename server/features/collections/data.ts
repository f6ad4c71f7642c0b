import type { unsentWorkState } from '#contract/accounts/unsent-work.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { Db } from '#server/context.ts'

/** In the order of `ids`. */
export async function readStates(
  db: Db,
  ids: readonly string[],
): Promise<ReplyOf<typeof unsentWorkState>['data']> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('account')
    .select(['id', 'disabled_at'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  const standing = new Map(rows.map((row) => [row.id, row.disabled_at === null]))
  return ids.map((account_id) => {
    const live = standing.get(account_id)
    return { account_id, state: live === undefined ? 'gone' : live ? 'active' : 'disabled' }
  })
}
