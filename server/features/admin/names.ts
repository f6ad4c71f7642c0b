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

/** Whose surveys these are, by the surveys' ids. What they are called is their owners' own. */
export async function ownersOf(db: Db, surveyIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (surveyIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('survey')
    .select(['id', 'account_id'])
    .where('id', 'in', surveyIds)
    .execute()
  return new Map(rows.map((row) => [row.id, row.account_id]))
}

/** Who the members of surveys are, by the ids of their memberships. Those who were removed are not told. */
export async function membersOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('survey_member')
    .select(['id', 'account_id'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.flatMap((row) => (row.account_id === null ? [] : [[row.id, row.account_id] as const])))
}
