import { surveyFilter } from '#contract/rules/survey-list.ts'
import * as agreed from '#contract/surveys/review-queue.ts'
import { pinnedTemplate } from '#server/features/templates/data.ts'
import { Failure } from '#server/http/failure.ts'
import { serve } from '#server/http/serve.ts'
import { openSurvey } from '../access.ts'
import { readChanged } from '../data.ts'
import { readListDetails } from '../list/list-details.ts'
import * as data from './data.ts'
import { presentQueued } from './present.ts'

export const reviewQueueRoutes = [
  serve(agreed.reviewQueue, async ({ db, account, query }) => {
    const { page, per_page } = query
    const filter = filterOf(query)
    const slice = { limit: per_page, offset: (page - 1) * per_page }
    const count = await data.countQueue(db, account, filter)
    const rows = count > slice.offset ? await data.listQueue(db, account, filter, slice) : []
    const about = await readListDetails(db, rows)
    const changed = await readChanged(db, rows)
    return {
      data: rows.map((row) => presentQueued(row, changed.get(row.id) ?? null, about.get(row.id))),
      meta: { total_pages: Math.ceil(count / per_page), total_count: count, current_page: page },
    }
  }),

  serve(agreed.reviewSummary, async ({ db, account }) => {
    const groups = await data.readGroups(db, account)
    const counts = { waiting: 0, submitted: 0, resubmitted: 0, sent_back: 0, accepted: 0 }
    for (const { state, count } of groups) {
      counts[state] += count
      if (state === 'submitted' || state === 'resubmitted') counts.waiting += count
    }
    const idsOf = (key: 'account_id' | 'template_id') => [...new Set(groups.map((group) => group[key]))]
    const { people, versions } = await data.readNames(db, idsOf('account_id'), idsOf('template_id'))
    // The newest version names its series.
    const names = new Map<string, string>()
    for (const { id, series } of versions)
      if (!names.has(series)) names.set(series, (await pinnedTemplate(db, id)).name)
    const templates = [...names]
      .map(([id, name]) => ({ id, name }))
      .toSorted((a, b) => a.name.localeCompare(b.name))
    return { data: { counts, templates, people } }
  }),

  serve(agreed.reviewNeighbors, async ({ db, account, params, query }) => {
    const survey = await openSurvey(db, account, params.id, 'review')
    if (survey instanceof Failure) return survey
    const { id, submitted_at } = survey
    if (!submitted_at) return { data: { previous: null, next: null, position: null, total: 0 } }
    return { data: await data.readNeighbors(db, account, filterOf(query), { id, submitted_at }) }
  }),
]

type Asked = Parameters<typeof surveyFilter>[0] &
  Pick<data.QueueFilter, 'state'> & {
    readonly template?: string | undefined
    readonly person?: string | undefined
  }

function filterOf(query: Asked): data.QueueFilter {
  const { state, template, person } = query
  return { ...surveyFilter(query), state, template, person }
}
