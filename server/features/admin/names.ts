import type { Db } from '#server/context.ts'

/** Names of existing accounts only. */
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

/**
 * The owners of these surveys, by survey id. Survey names are not read: they are their owners' private data.
 */
export async function ownersOf(db: Db, surveyIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (surveyIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('survey')
    .select(['id', 'account_id'])
    .where('id', 'in', surveyIds)
    .execute()
  return new Map(rows.map((row) => [row.id, row.account_id]))
}

/** The accounts behind survey memberships, by membership id. Removed members are left out. */
export async function membersOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('survey_member')
    .select(['id', 'account_id'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.flatMap((row) => (row.account_id === null ? [] : [[row.id, row.account_id] as const])))
}
