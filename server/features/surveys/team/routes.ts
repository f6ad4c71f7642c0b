import { surveyFilter } from '#contract/rules/survey-list.ts'
import { teamSurveys } from '#contract/sharing/teams.ts'
import type { ChangedSinceSubmission } from '#contract/surveys/changed-since-submission.ts'
import { serve } from '#server/http/serve.ts'
import { readChanged } from '../data.ts'
import { presentListItem } from '../list/present.ts'
import { countStates, countTeamRows, listTeamRows, type TeamSurveyRow } from './data.ts'

export const teamListRoutes = [
  serve(teamSurveys, async ({ db, account, query }) => {
    const { page, per_page, person, state, search_query } = query
    const filter = { ...surveyFilter({ search_query, time_zone: 'UTC' }), person, state }
    const slice = { limit: per_page, offset: (page - 1) * per_page }
    const count = await countTeamRows(db, account, filter)
    const rows = count > slice.offset ? await listTeamRows(db, account, filter, slice) : []
    const changed = await readChanged(db, rows)
    return {
      data: rows.map((row) => present(row, changed.get(row.id) ?? null)),
      meta: {
        ...{ total_pages: Math.ceil(count / per_page), total_count: count, current_page: page },
        counts: await countStates(db, account),
      },
    }
  }),
]

function present(row: TeamSurveyRow, changed: ChangedSinceSubmission | null) {
  const { id, type, attributes } = presentListItem(row, changed)
  return { id, type, attributes: { ...attributes, owner_id: row.account_id, may_review: row.mayReview } }
}
