import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { navigationMenu } from '#contract/admin/menu.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { QueueState, reviewNeighbors, reviewQueue, reviewSummary } from '#contract/surveys/review-queue.ts'
import { queryClient, reading } from '#web/lib/http/query-client.ts'
import { filterDate, ownTimeZone } from '#web/lib/language/format.ts'
import { dayParam, idParam, pageParam, searchText, textParam } from '#web/lib/page/url-state.ts'

export type QueuedSurvey = ReplyOf<typeof reviewQueue>['data'][number]
export type QueueSummary = ReplyOf<typeof reviewSummary>['data']

/** Filters of the queue. They live in the URL, also in that of a survey opened from it. */
export interface QueueFilters {
  readonly search: string
  readonly state: QueueState
  /** A template id from the summary; '' for any. */
  readonly template: string
  /** An account id; '' for anyone. */
  readonly person: string
  /** 'YYYY-MM-DD', inclusive; both or neither. */
  readonly from: string | null
  readonly to: string | null
  readonly page: number
}

export const noFilters = { search: '', template: '', person: '', from: null, to: null } as const

export function filtersOf(params: URLSearchParams): QueueFilters {
  const [from, to] = [dayParam(params, 'from'), dayParam(params, 'to')]
  return {
    search: textParam(params, 'search', limits.searchMax),
    state: QueueState.options.find((one) => one === params.get('state')) ?? 'waiting',
    template: textParam(params, 'template', limits.searchMax),
    person: idParam(params, 'person') ?? '',
    ...(from && to && from <= to ? { from, to } : { from: null, to: null }),
    page: pageParam(params),
  }
}

export function hasFilters({ search, template, person, from }: QueueFilters): boolean {
  return search.trim() !== '' || template !== '' || person !== '' || from !== null
}

export function addressOf(filters: QueueFilters): string {
  return `/Review${textOf(filters)}`
}

export function surveyAddress(id: string, filters: QueueFilters): string {
  return `/Review/${id}${textOf(filters)}`
}

function textOf({ state, ...filters }: QueueFilters): string {
  return searchText({ ...filters, state: state === 'waiting' ? null : state })
}

function asked({ search, state, template, person, from, to }: QueueFilters) {
  return {
    state,
    search_query: search.trim(),
    ...(template ? { template } : {}),
    ...(person ? { person } : {}),
    ...(from && to
      ? { start_date: filterDate(from), end_date: filterDate(to), time_zone: ownTimeZone() }
      : {}),
  }
}

/** Keeps the previous page visible while the next one loads. */
export function queueQuery(filters: QueueFilters) {
  return queryOptions({
    ...reading(reviewQueue, { query: { ...asked(filters), page: String(filters.page) } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

export const summaryQuery = queryOptions({ ...reading(reviewSummary, {}), staleTime: 0 })

export function neighborsQuery(id: string, filters: QueueFilters) {
  return queryOptions({
    ...reading(reviewNeighbors, { params: { id }, query: asked(filters) }),
    staleTime: 0,
  })
}

/** Invalidates everything that counts or lists surveys to review. */
export function refreshQueue(): void {
  for (const { name } of [navigationMenu, reviewQueue, reviewSummary, reviewNeighbors])
    void queryClient.invalidateQueries({ queryKey: [name] })
}
