import { limits } from '#contract/limits.ts'
import { fold } from '#contract/rules/fold.ts'
import { fitsFilter, type SurveyFilter, surveyFilter } from '#contract/rules/survey-list.ts'
import type { SurveyStatus } from '#survey/survey.ts'
import { filterDate } from '#web/lib/language/format.ts'
import { dayParam, pageParam, searchText, textParam } from '#web/lib/page/url-state.ts'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'
import { formatSort, parseSort, type Sort } from './sorting.ts'

const states: readonly SurveyStatus[] = ['Started', 'Completed']

/** The list's filters, order and page. Stored in the address, so they survive a reload and Back. */
export interface Filters {
  readonly search: string
  /** 'YYYY-MM-DD', both or neither; both days are inclusive. */
  readonly from: string | null
  readonly to: string | null
  readonly state: SurveyStatus | null
  /** A template's name, for any of its versions; '' = any. */
  readonly template: string
  /** The creator's name; '' = any. */
  readonly creator: string
  /** Part of an address; '' = any. */
  readonly address: string
  /** null = most recently edited first. */
  readonly sort: Sort | null
  readonly page: number
}

export function filtersOf(params: URLSearchParams): Filters {
  const from = dayParam(params, 'from')
  const to = dayParam(params, 'to')
  const range = from && to && from <= to ? { from, to } : { from: null, to: null }
  const state = states.find((one) => one === params.get('state')) ?? null
  const sort = parseSort(params.get('sort') ?? '')
  const text = (name: string) => textParam(params, name, limits.searchMax)
  const [template, creator, address] = [text('template'), text('creator'), text('address')]
  return {
    search: text('search'),
    ...range,
    state,
    template,
    creator,
    address,
    sort,
    page: pageParam(params),
  }
}

export function addressOf({ sort, ...filters }: Filters): string {
  return `/dashboard${searchText({ ...filters, sort: formatSort(sort) })}`
}

export const noFilters = {
  ...{ search: '', from: null, to: null, state: null },
  ...{ template: '', creator: '', address: '' },
} as const

/** Whether any filter besides the search is set. */
export function hasFilter({ from, ...asked }: Filters): boolean {
  return from !== null || hasDeviceFilter(asked)
}

export function isFiltering(filters: Filters): boolean {
  return filters.search.trim() !== '' || hasFilter(filters)
}

/** Filters applied on the device; the server does not support them. */
export type DeviceFilters = Pick<Filters, 'state' | 'template' | 'creator' | 'address'>

export function hasDeviceFilter({ state, template, creator, address }: DeviceFilters): boolean {
  return state !== null || template !== '' || creator !== '' || address.trim() !== ''
}

export function filterOnDevice(
  surveys: readonly DeviceSurvey[],
  asked: DeviceFilters,
): readonly DeviceSurvey[] {
  if (!hasDeviceFilter(asked)) return surveys
  const { state, template, creator } = asked
  const address = fold(asked.address)
  return surveys.filter(
    ({ attributes: a }) =>
      (state === null || a.status === state) &&
      (template === '' || a.survey_template_name === template) &&
      (creator === '' || a.created_by === creator) &&
      fold(a.address ?? '').includes(address),
  )
}

/** The list call's query. Dates are DD-MM-YYYY in the user's time zone. */
export function listQuery({ search, from, to, page }: Filters, timeZone: string) {
  return {
    per_page: String(limits.listPageSize),
    page: String(page),
    search_query: search.trim(),
    order: 'edited' as const,
    ...(from && to ? { start_date: filterDate(from), end_date: filterDate(to), time_zone: timeZone } : {}),
  }
}

/** The page to show instead of an empty one: the previous page, or the last page if it is earlier. */
export function pageBefore(page: number, totalPages: number): number {
  return Math.max(1, Math.min(page - 1, totalPages))
}

/** The same query for the device's own list. */
export function deviceFilter({ search, from, to }: Filters, timeZone: string): SurveyFilter {
  const days = from && to ? { start_date: from, end_date: to } : {}
  return surveyFilter({ search_query: search, ...days, time_zone: timeZone })
}

export function matchingSurveys(
  surveys: readonly DeviceSurvey[],
  filter: SurveyFilter,
): readonly DeviceSurvey[] {
  return surveys.filter(({ attributes }) => fitsFilter(attributes, filter))
}
