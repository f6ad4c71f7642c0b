import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/endpoint.ts'
import { listSurveys } from '#contract/surveys.ts'
import { listTemplates } from '#contract/templates.ts'
import { ownTimeZone } from '#web/lib/format.ts'
import { queryClient, reading } from '#web/lib/query-client.ts'
import { type Filters, listQuery } from './filters.ts'

export type ListedSurvey = ReplyOf<typeof listSurveys>['data'][number]

/** The page before stays in sight while the next one loads. */
export function surveysQuery(filters: Filters) {
  return queryOptions({
    ...reading(listSurveys, { query: listQuery(filters, ownTimeZone()) }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

export const templatesQuery = reading(listTemplates, {})

export function reloadSurveys(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [listSurveys.name] })
}
