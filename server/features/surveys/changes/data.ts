import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/context.ts'
import { isReadableBy, isReadableByTeam, isWithin, type Reader, roleFor } from '../access.ts'
import { creatorName } from '../creator-name.ts'
import { type ListFilter, matching } from '../list/data.ts'

/** A survey's last change. Times are in milliseconds, as in the cursor. */
export interface Change {
  readonly id: string
  readonly at: Date
}

/** The reader, and one of its teams; without it, the surveys are the account's own and those shared with it. */
export interface ChangesReader {
  readonly reader: Reader
  readonly team: string | undefined
}

export interface ChangesFilter extends ListFilter {
  /** The account that owns the surveys. */
  readonly owner: string | undefined
}

export interface ChangesSlice {
  /** Exclusive; null = from the beginning. */
  readonly after: Change | null
  readonly limit: number
}

/** Returns readable surveys in the order of their last change: of content or of access. */
export async function listChanged(
  db: Db,
  by: ChangesReader,
  { owner, ...filter }: ChangesFilter,
  { after, limit }: ChangesSlice,
): Promise<Change[]> {
  const at = changedAt(by)
  let query = matching(db, isInScope(by), filter).select(['survey.id', at.as('at')])
  if (owner !== undefined) query = query.where('survey.account_id', '=', owner)
  if (after) query = query.where(sql<boolean>`(${at}, survey.id) > (${after.at}, ${after.id}::uuid)`)
  return query.orderBy(at).orderBy('survey.id').limit(limit).execute()
}

/**
 * Returns surveys that the account can no longer read, in the order of the times it lost them: deleted ones, ones
 * that are no longer shared with it, and ones that were handed over.
 */
export async function listGone(
  db: Db,
  reader: Reader,
  { after, limit }: ChangesSlice,
): Promise<readonly Change[]> {
  const { id: accountId } = reader
  // A lost survey has no team or template any more, so a key that is limited to one learns of deleted surveys only.
  const isWhole = reader.limits === null
  const { rows } = await sql<Change>`
    select id, at from (
      select survey.id, date_trunc('milliseconds', survey.access_changed_at) as at from survey
      where survey.deleted_at is not null and ${isWithin(reader)} and (survey.account_id = ${accountId}
        or survey.id = any(array(select survey_id from survey_member where account_id = ${accountId})))
      union all
      select lost.survey_id, date_trunc('milliseconds', lost.lost_at) from lost_survey lost
      where ${isWhole}::boolean and lost.account_id = ${accountId} and not exists (
        select from survey where survey.id = lost.survey_id
          and (survey.deleted_at is not null and survey.account_id = ${accountId} or ${isReadableBy(reader)}))
    ) gone
    where at is not null and ${after === null ? sql`true` : sql`(at, id) > (${after.at}, ${after.id}::uuid)`}
    order by at, id limit ${limit}`.execute(db)
  return rows
}

/** Reads rows of the list. The caller has authorized the ids. */
export async function readListRows(db: Db, reader: Reader, ids: readonly string[]) {
  return db
    .selectFrom('survey')
    .innerJoin('account', 'account.id', 'survey.account_id')
    .selectAll('survey')
    .select(creatorName.as('created_by'))
    .select(roleFor(reader).as('role'))
    .where('survey.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
}

/** Whether the account reads surveys through this team. */
export async function readsInTeam(db: Db, accountId: string, team: string): Promise<boolean> {
  const row = await db
    .selectFrom('team_member')
    .select('team_id')
    .where('team_id', '=', team)
    .where('account_id', '=', accountId)
    .where('granted', '<>', 'none')
    .executeTakeFirst()
  return row !== undefined
}

/** Removes records of lost surveys before `moment`; a program that asks less often needs a new copy. */
export async function forgetLostSurveys(db: Db, moment: Date): Promise<void> {
  await db.deleteFrom('lost_survey').where('lost_at', '<', moment).execute()
}

function isInScope({ reader, team }: ChangesReader): RawBuilder<boolean> {
  const { id: accountId } = reader
  if (team === undefined)
    return sql<boolean>`(survey.account_id = ${accountId} or survey.id = any(array(
        select survey_id from survey_member where account_id = ${accountId})))
      and ${isReadableBy(reader)}`
  return sql<boolean>`${isReadableByTeam(reader)} and survey.account_id = any(array(
      select theirs.account_id from team_member theirs join team_member mine on mine.team_id = theirs.team_id
      where mine.team_id = ${team} and mine.account_id = ${accountId} and mine.granted <> 'none'
        and theirs.account_id <> ${accountId}))`
}

/** The time of the last change; a survey of a team also changes when its owner or the reader joins. */
function changedAt({ reader, team }: ChangesReader): RawBuilder<Date> {
  const joined =
    team === undefined
      ? sql`null`
      : sql`(select max(created_at) from team_member
          where team_id = ${team} and account_id in (${reader.id}, survey.account_id))`
  return sql<Date>`date_trunc('milliseconds', greatest(survey.updated_at, survey.access_changed_at, ${joined}))`
}
