import type { Db } from '#server/context.ts'
import { containing } from './account-list.ts'

/** Accounts whose names hold both parts; an empty part fits all. */
export async function findByName(
  db: Db,
  { first, last }: { readonly first: string; readonly last: string },
  limit: number,
) {
  return db
    .selectFrom('account')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where('first_name', 'ilike', containing(first))
    .where('last_name', 'ilike', containing(last))
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('id')
    .limit(limit)
    .execute()
}
