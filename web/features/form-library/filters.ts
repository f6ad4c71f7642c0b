import { limits } from '#contract/limits.ts'
import { pageParam, searchText, textParam } from '#web/lib/page/url-state.ts'

export const states = ['draft', 'published', 'archived'] as const
export type State = (typeof states)[number]

/** Filters of the template list. They live in the URL so that reload and Back restore them. */
export interface Filters {
  readonly search: string
  readonly state: State | ''
  readonly page: number
}

export const noFilters: Filters = { search: '', state: '', page: 1 }

export function filtersOf(params: URLSearchParams): Filters {
  return {
    search: textParam(params, 'search', limits.searchMax),
    state: states.find((one) => one === params.get('state')) ?? '',
    page: pageParam(params),
  }
}

export function addressOf(filters: Filters): string {
  return `/Templates${searchText({ ...filters })}`
}

export function isFiltering({ search, state }: Filters): boolean {
  return search.trim() !== '' || state !== ''
}

export function listQuery({ search, state, page }: Filters) {
  return { search_query: search.trim(), page: String(page), ...(state === '' ? {} : { state }) }
}
