import { surveyFilter } from '#contract/rules/survey-list.ts'
import { listSurveys } from '#contract/surveys/surveys.ts'
import { serve } from '#server/http/serve.ts'
import { readChanged } from '../data.ts'
import { signerOf } from '../present.ts'
import { countSurveyRows, listSurveyRows } from './data.ts'
import { readListDetails } from './list-details.ts'
import { presentListItem } from './present.ts'

export const listRoutes = [
  serve(listSurveys, async (call) => {
    const { db, account, query, now } = call
    const { page, per_page, order, status, survey_template_id: template, edited_since } = query
    const editedSince = edited_since === undefined ? undefined : new Date(edited_since)
    const filter = { ...surveyFilter(query), editedSince, status, template }
    const by = { id: account.id, limits: account.limits, now }
    const slice = { limit: per_page, offset: (page - 1) * per_page }
    const { total, owned } = await countSurveyRows(db, by, filter)
    const rows = total > slice.offset ? await listSurveyRows(db, by, filter, { ...slice, order }) : []
    const about = await readListDetails(db, rows)
    const changed = await readChanged(db, rows)
    return {
      data: rows.map((row) =>
        presentListItem(row, changed.get(row.id) ?? null, about.get(row.id), signerOf(call)),
      ),
      meta: {
        ...{ total_pages: Math.ceil(total / per_page), total_count: total, current_page: page },
        owned_count: owned,
      },
    }
  }),
]
