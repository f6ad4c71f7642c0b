import { sql } from 'kysely'
import type { SurveyFilter } from '#contract/rules/survey-list.ts'
import type { TeamState } from '#contract/sharing/teams.ts'
import type { Db } from '#server/context.ts'
import { isReadableByTeam, mayReviewFor, type Reader, roleFor } from '../access.ts'
import { matching } from '../list/data.ts'

export interface TeamFilter extends SurveyFilter {
  readonly person: string | undefined
  readonly state: TeamState | undefined
}

/** The state of a survey in the team's view. */
const stateOf = sql<TeamState>`case
  when survey.status = 'Completed' then case survey.review when 'accepted' then 'accepted' else 'submitted' end
  when survey.review = 'sent_back' then 'sent_back' else 'started' end`

function found(db: Db, reader: Reader, { person, state, ...filter }: TeamFilter) {
  let query = matching(db, isReadableByTeam(reader), filter)
  if (person !== undefined) query = query.where('survey.account_id', '=', person)
  return state === undefined ? query : query.where(stateOf, '=', state)
}

/** Last edited first. */
export async function listTeamRows(
  db: Db,
  reader: Reader,
  filter: TeamFilter,
  slice: { readonly limit: number; readonly offset: number },
) {
  return found(db, reader, filter)
    .innerJoin('account', 'account.id', 'survey.account_id')
    .selectAll('survey')
    .select(sql<string>`account.first_name || ' ' || account.last_name`.as('created_by'))
    .select([roleFor(reader).as('role'), mayReviewFor(reader).as('mayReview')])
    .orderBy('survey.updated_at', 'desc')
    .orderBy('survey.id', 'desc')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()
}

export type TeamSurveyRow = Awaited<ReturnType<typeof listTeamRows>>[number]

export async function countTeamRows(db: Db, reader: Reader, filter: TeamFilter): Promise<number> {
  const counted = found(db, reader, filter).select((column) => column.fn.countAll<number>().as('count'))
  return (await counted.executeTakeFirstOrThrow()).count
}

/** Counts all readable surveys by state. */
export async function countStates(db: Db, reader: Reader): Promise<Record<TeamState, number>> {
  const everything = { search: '', from: null, before: null }
  const rows = await matching(db, isReadableByTeam(reader), everything)
    .select(stateOf.as('state'))
    .select((column) => column.fn.countAll<number>().as('count'))
    .groupBy('state')
    .execute()
  const counts = { started: 0, submitted: 0, sent_back: 0, accepted: 0 }
  for (const { state, count } of rows) counts[state] = count
  return counts
}
