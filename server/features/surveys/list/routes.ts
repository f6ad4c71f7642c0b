import { startOfDay } from '#contract/rules/date-range.ts'
import { listSurveys } from '#contract/surveys.ts'
import { serve } from '#server/http/serve.ts'
import { countSurveyRows, listSurveyRows } from './data.ts'
import { presentListItem } from './present.ts'

export const listRoutes = [
  serve(listSurveys, async ({ db, account, query }) => {
    const { page, per_page, time_zone } = query
    const filter = {
      search: query.search_query,
      from: query.start_date === undefined ? null : startOfDay(query.start_date, time_zone),
      before: query.end_date === undefined ? null : startOfDay(query.end_date, time_zone, 1),
    }
    const slice = { limit: per_page, offset: (page - 1) * per_page }
    const count = await countSurveyRows(db, account.id, filter)
    const rows = count > slice.offset ? await listSurveyRows(db, account.id, filter, slice) : []
    return {
      data: rows.map(presentListItem),
      meta: { total_pages: Math.ceil(count / per_page), total_count: count, current_page: page },
    }
  }),
]
