import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { SurveyFilter } from '#contract/rules/survey-list.ts'
import type { Db } from '#server/context.ts'
import { searchPattern } from '#server/db/search-pattern.ts'
import { isReadableBy, isWithin, type Reader, roleFor } from '../access.ts'
import { creatorName } from '../creator-name.ts'

/** The account whose list is read, and the current time. */
export interface ListReader extends Reader {
  readonly now: Date
}

/** The filter of the list, and of programs that copy surveys elsewhere. */
export interface ListFilter extends SurveyFilter {
  readonly editedSince?: Date | undefined
  readonly status?: string | undefined
  /** Id of any version of a template. */
  readonly template?: string | undefined
}

export interface Slice {
  readonly limit: number
  readonly offset: number
  /** Sort key: time of creation or last edit, newest first. */
  readonly order: 'created' | 'edited'
}

/**
 * Lists the account's surveys and those shared with it or opened in a team, newest first. Both queries are
 * limited before they are merged, so that the index on own surveys provides the order. Reads no answers: the
 * progress is stored with the survey.
 */
export async function listSurveyRows(db: Db, by: ListReader, filter: ListFilter, slice: Slice) {
  const newest = slice.order === 'edited' ? 'survey.updated_at' : 'survey.created_at'
  const cut = (theirs: RawBuilder<boolean>) =>
    matching(db, theirs, filter)
      .select(['survey.id', `${newest} as at`])
      .orderBy(newest, 'desc')
      .orderBy('survey.id', 'desc')
      .limit(slice.offset + slice.limit)
  return db
    .with('own', () => cut(isOwn(by)))
    .with('shared', () => cut(isShared(by)))
    .with('page', (found) =>
      found
        .selectFrom('own')
        .selectAll()
        .unionAll(found.selectFrom('shared').selectAll())
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(slice.limit)
        .offset(slice.offset),
    )
    .selectFrom('page')
    .innerJoin('survey', 'survey.id', 'page.id')
    .innerJoin('account', 'account.id', 'survey.account_id')
    .selectAll('survey')
    .select(creatorName.as('created_by'))
    .select(roleFor(by).as('role'))
    .orderBy('page.at', 'desc')
    .orderBy('page.id', 'desc')
    .execute()
}

export type ListRow = Awaited<ReturnType<typeof listSurveyRows>>[number]

/** Returns the ids of the surveys of the list, at most `limit`, newest first. */
export async function listSurveyIds(
  db: Db,
  by: ListReader,
  filter: ListFilter,
  limit: number,
): Promise<readonly string[]> {
  const rows = await matching(db, sql<boolean>`(${isOwn(by)} or (${isShared(by)}))`, filter)
    .select('survey.id')
    .orderBy('survey.created_at', 'desc')
    .orderBy('survey.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Counts the surveys, and those that the account owns. */
export async function countSurveyRows(
  db: Db,
  by: ListReader,
  filter: ListFilter,
): Promise<{ readonly total: number; readonly owned: number }> {
  const count = async (theirs: RawBuilder<boolean>) => {
    const counted = matching(db, theirs, filter).select((column) => column.fn.countAll<number>().as('count'))
    return (await counted.executeTakeFirstOrThrow()).count
  }
  const owned = await count(isOwn(by))
  return { owned, total: owned + (await count(isShared(by))) }
}

function isOwn(reader: Reader): RawBuilder<boolean> {
  return sql<boolean>`survey.account_id = ${reader.id} and ${isWithin(reader)}`
}

const openedFor = limits.teamOpenedDays * 86_400_000

/**
 * SQL condition: shared with the account, or of its team and opened lately; the owner exists. An array, so that
 * surveys are looked up by index instead of scanned.
 */
function isShared(reader: ListReader): RawBuilder<boolean> {
  const { id, now } = reader
  return sql<boolean>`survey.id = any(array(
      select survey_id from survey_member where account_id = ${id}
      union
      select survey_id from team_opened
      where account_id = ${id} and opened_at > ${new Date(now.getTime() - openedFor)}))
    and survey.account_id <> ${id} and ${isReadableBy(reader)}`
}

/** Applies the filter of a list; also used for the list of a team. */
export function matching(db: Db, theirs: RawBuilder<boolean>, filter: ListFilter) {
  const { search, from, before, editedSince, status, template } = filter
  let query = db.selectFrom('survey').where(theirs).where('survey.deleted_at', 'is', null)
  if (from) query = query.where('survey.created_at', '>=', from)
  if (before) query = query.where('survey.created_at', '<', before)
  if (editedSince) query = query.where('survey.updated_at', '>=', editedSince)
  if (status !== undefined) query = query.where('survey.status', '=', status)
  if (template !== undefined)
    query = query.where('survey.template_id', 'in', (version) =>
      version
        .selectFrom('template')
        .innerJoin('template as named', 'named.series', 'template.series')
        .select('template.id')
        .where('named.id', '=', template),
    )
  if (search === '') return query
  return query.where('survey.search_text', 'like', searchPattern(search))
}
