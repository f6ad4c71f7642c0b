import { sql } from 'kysely'
import type { SurveyFilter } from '#contract/rules/survey-list.ts'
import type { Db } from '#server/context.ts'

export interface Slice {
  readonly limit: number
  readonly offset: number
  /** By when they were made or edited, the newest first. */
  readonly order: 'created' | 'edited'
}

/** The account's surveys, newest first. Reads no answers: the progress is kept beside the survey. */
export async function listSurveyRows(db: Db, accountId: string, filter: SurveyFilter, slice: Slice) {
  return matching(db, accountId, filter)
    .innerJoin('account', 'account.id', 'survey.account_id')
    .selectAll('survey')
    .select(sql<string>`account.first_name || ' ' || account.last_name`.as('created_by'))
    .orderBy(slice.order === 'edited' ? 'survey.updated_at' : 'survey.created_at', 'desc')
    .orderBy('survey.id', 'desc')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()
}

export type ListRow = Awaited<ReturnType<typeof listSurveyRows>>[number]

export async function countSurveyRows(db: Db, accountId: string, filter: SurveyFilter): Promise<number> {
  const { count } = await matching(db, accountId, filter)
    .select((column) => column.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function matching(db: Db, accountId: string, { search, from, before }: SurveyFilter) {
  let query = db
    .selectFrom('survey')
    .where('survey.account_id', '=', accountId)
    .where('survey.deleted_at', 'is', null)
  if (from) query = query.where('survey.created_at', '>=', from)
  if (before) query = query.where('survey.created_at', '<', before)
  if (search === '') return query
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return query.where(({ eb, or }) =>
    or([eb('survey_name', 'ilike', pattern), eb('owner_name', 'ilike', pattern)]),
  )
}
