import type { Db } from '#server/context.ts'

/** Names of accounts that are there; of others nothing. */
export async function namesOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('account')
    .select(['id', 'first_name', 'last_name'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.id, `${row.first_name} ${row.last_name}`.trim()]))
}
