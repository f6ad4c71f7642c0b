import { limits } from '#contract/limits.ts'
import { fold } from '#contract/rules/fold.ts'
import { fitsFilter, type SurveyFilter, surveyFilter } from '#contract/rules/survey-list.ts'
import type { SurveyStatus } from '#survey/survey.ts'
import { filterDate } from '#web/lib/language/format.ts'
import { dayParam, pageParam, searchText, textParam } from '#web/lib/page/url-state.ts'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'
import { type Sort, sortFrom, textOfSort } from './sorting.ts'

const states: readonly SurveyStatus[] = ['Started', 'Completed']

/** What the history list shows; lives in the address, so that a reload and 'back' keep it. */
export interface Filters {
  readonly search: string
  /** 'YYYY-MM-DD', both or neither; both days are included. */
  readonly from: string | null
  readonly to: string | null
  readonly state: SurveyStatus | null
  /** The name of a template, whatever its version; '' = any. */
  readonly template: string
  /** The name of who made it. */
  readonly creator: string
  /** Part of an address. */
  readonly address: string
  /** null = what was edited last stands first. */
  readonly sort: Sort | null
  readonly page: number
}

export function filtersOf(params: URLSearchParams): Filters {
  const from = dayParam(params, 'from')
  const to = dayParam(params, 'to')
  const range = from && to && from <= to ? { from, to } : { from: null, to: null }
  const state = states.find((one) => one === params.get('state')) ?? null
  const sort = sortFrom(params.get('sort') ?? '')
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
  return `/dashboard${searchText({ ...filters, sort: textOfSort(sort) })}`
}

export const noFilters = {
  ...{ search: '', from: null, to: null, state: null },
  ...{ template: '', creator: '', address: '' },
} as const

/** Beside the search. */
export function narrows({ from, ...asked }: Filters): boolean {
  return from !== null || asksMore(asked)
}

export function isFiltering(filters: Filters): boolean {
  return filters.search.trim() !== '' || narrows(filters)
}

/** What the server is not asked: it is worked out of what this device knows. */
export type AskedHere = Pick<Filters, 'state' | 'template' | 'creator' | 'address'>

export function asksMore({ state, template, creator, address }: AskedHere): boolean {
  return state !== null || template !== '' || creator !== '' || address.trim() !== ''
}

export function narrowed(surveys: readonly DeviceSurvey[], asked: AskedHere): readonly DeviceSurvey[] {
  if (!asksMore(asked)) return surveys
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

/** The list call's query; dates as DD-MM-YYYY with the zone in which the person means them. */
export function listQuery({ search, from, to, page }: Filters, timeZone: string) {
  return {
    per_page: String(limits.listPageSize),
    page: String(page),
    search_query: search.trim(),
    order: 'edited' as const,
    ...(from && to ? { start_date: filterDate(from), end_date: filterDate(to), time_zone: timeZone } : {}),
  }
}

/** An empty page behind the first steps back by one, or at once to the last that there is. */
export function pageBefore(page: number, totalPages: number): number {
  return Math.max(1, Math.min(page - 1, totalPages))
}

/** The same question to this device's own list. */
export function deviceFilter({ search, from, to }: Filters, timeZone: string): SurveyFilter {
  const days = from && to ? { start_date: from, end_date: to } : {}
  return surveyFilter({ search_query: search, ...days, time_zone: timeZone })
}

export function matching(surveys: readonly DeviceSurvey[], filter: SurveyFilter): readonly DeviceSurvey[] {
  return surveys.filter(({ attributes }) => fitsFilter(attributes, filter))
}
