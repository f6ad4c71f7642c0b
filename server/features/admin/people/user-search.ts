import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import { folded, searchPattern } from '#server/db/search-pattern.ts'

/** Accounts whose names contain both parts; an empty part matches all. */
export async function findByName(
  db: Db,
  { first, last }: { readonly first: string; readonly last: string },
  limit: number,
) {
  return db
    .selectFrom('account')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where(folded(sql`first_name`), 'like', searchPattern(first))
    .where(folded(sql`last_name`), 'like', searchPattern(last))
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('id')
    .limit(limit)
    .execute()
}
