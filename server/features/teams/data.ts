import { sql } from 'kysely'
import type { Grant } from '#contract/sharing/teams.ts'
import type { Db } from '#server/context.ts'

export interface TeamRow {
  readonly id: string
  readonly name: string
  readonly members: readonly TeamMemberRow[]
}

export interface TeamMemberRow {
  readonly account_id: string
  readonly name: string
  readonly email: string
  readonly granted: Grant
  readonly is_disabled: boolean
}

type Which = { readonly id: string } | { readonly of: string } | 'all'

/** Returns teams and members by name, without deleted accounts. */
export async function readTeams(db: Db, which: Which): Promise<readonly TeamRow[]> {
  let query = db.selectFrom('team').select(['team.id', 'team.name'])
  if (which !== 'all' && 'id' in which) query = query.where('team.id', '=', which.id)
  if (which !== 'all' && 'of' in which) {
    const { of } = which
    query = query.where('team.id', 'in', (inner) =>
      inner.selectFrom('team_member').select('team_id').where('account_id', '=', of),
    )
  }
  const teams = await query.orderBy(sql`lower(team.name)`).orderBy('team.id').execute()
  if (teams.length === 0) return []
  const rows = await db
    .selectFrom('team_member')
    .innerJoin('account', 'account.id', 'team_member.account_id')
    .select(['team_member.team_id', 'team_member.account_id'])
    .select(sql<string>`trim(account.first_name || ' ' || account.last_name)`.as('name'))
    .select(sql<string>`coalesce(account.email, '')`.as('email'))
    .select(sql<Grant>`team_member.granted`.as('granted'))
    .select(sql<boolean>`account.disabled_at is not null`.as('is_disabled'))
    .where(
      'team_member.team_id',
      'in',
      teams.map(({ id }) => id),
    )
    .where('account.deleted_at', 'is', null)
    .orderBy(sql`lower(account.first_name || ' ' || account.last_name)`)
    .orderBy('account.id')
    .execute()
  const byTeam = Map.groupBy(rows, ({ team_id }) => team_id)
  return teams.map((team) => ({
    ...team,
    members: (byTeam.get(team.id) ?? []).map(({ team_id: _team, ...member }) => member),
  }))
}

/** Serializes creations, so that a concurrent one counts the other. */
export async function lockTeams(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('team'))`.execute(db)
}

export async function countTeams(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('team')
    .select((column) => column.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function addTeam(db: Db, team: { readonly id: string; readonly name: string }, now: Date) {
  await db
    .insertInto('team')
    .values({ ...team, created_at: now })
    .execute()
}

/** Returns a team with its lock. */
export async function lockTeam(db: Db, id: string): Promise<TeamRow | null> {
  const locked = await db.selectFrom('team').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!locked) return null
  const [team] = await readTeams(db, { id })
  return team ?? null
}

/** The caller holds the lock. */
export async function renameTeam(db: Db, id: string, name: string): Promise<void> {
  await db.updateTable('team').set({ name }).where('id', '=', id).execute()
}

/** The caller holds the lock. */
export async function removeTeam(db: Db, id: string): Promise<void> {
  await db.deleteFrom('team').where('id', '=', id).execute()
}

/** The caller holds the lock. */
export async function setGrant(
  db: Db,
  teamId: string,
  member: { readonly id: string; readonly granted: Grant },
  now: Date,
): Promise<void> {
  const { id: account_id, granted } = member
  await db
    .insertInto('team_member')
    .values({ team_id: teamId, account_id, granted, created_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'team_id']).doUpdateSet({ granted }))
    .execute()
}

/** The caller holds the lock. */
export async function removeMember(db: Db, teamId: string, accountId: string): Promise<void> {
  await db
    .deleteFrom('team_member')
    .where('team_id', '=', teamId)
    .where('account_id', '=', accountId)
    .execute()
}
