import { limits } from '#contract/limits.ts'
import type { SurveyFilter } from '#contract/rules/survey-list.ts'
import { type DeviceSurvey, lastEditedFirst, type MergedList } from '#web/offline/list/merge-list.ts'
import type { ListPage } from '#web/offline/list/store-page.ts'
import {
  type DeviceFilters,
  type Filters,
  filterOnDevice,
  hasDeviceFilter,
  matchingSurveys,
} from './filters.ts'
import { sortSurveys } from './sorting.ts'

export interface HistoryPage {
  readonly surveys: readonly DeviceSurvey[]
  readonly count: number
  readonly pages: number
}

type Shown = DeviceFilters & Pick<Filters, 'sort' | 'page'>

/** A page of the device's own list. */
export function devicePage(
  { surveys }: Pick<MergedList, 'surveys'>,
  filter: SurveyFilter,
  { sort, page, ...asked }: Shown,
): HistoryPage {
  const found = sortSurveys(filterOnDevice(matchingSurveys(surveys, filter), asked), sort)
  const size = limits.listPageSize
  return {
    surveys: found.slice((page - 1) * size, page * size),
    count: found.length,
    pages: Math.ceil(found.length / size),
  }
}

interface KnownHere extends Pick<MergedList, 'surveys' | 'deleted'> {
  /** Ids removed from the device's list since; the page may be older. */
  readonly forgotten: ReadonlySet<string>
}

/**
 * The server's page, used until the device has the whole list. Includes the device's unsent changes and, on the first
 * page, surveys created here.
 */
export function serverPage(
  { data, meta }: ListPage,
  { surveys, deleted, forgotten }: KnownHere,
  filter: SurveyFilter,
  { sort, ...asked }: DeviceFilters & Pick<Filters, 'sort'>,
): HistoryPage {
  const known = new Map(surveys.map((survey) => [survey.id, survey]))
  const there = data
    .filter(({ id }) => !deleted.has(id) && !forgotten.has(id))
    .map(({ id, attributes }) => known.get(id) ?? { id, attributes, ...plain })
  const [first] = there
  const made = surveys
    .filter(({ id }) => !data.some((one) => one.id === id))
    .filter((survey) => {
      return survey.state !== 'on the server' && (!first || lastEditedFirst(survey, first) < 0)
    })
  const added = meta.current_page === 1 ? matchingSurveys(made, filter) : []
  // The device's filters apply to this page only until the device has the whole list.
  const shown = sortSurveys(filterOnDevice([...added, ...there], asked), sort)
  return {
    surveys: shown,
    count: hasDeviceFilter(asked)
      ? shown.length
      : meta.total_count - (data.length - there.length) + added.length,
    pages: Math.max(meta.total_pages, there.length + added.length > 0 ? 1 : 0),
  }
}

const plain = { here: false, state: 'on the server', gone: false } as const
