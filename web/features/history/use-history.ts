import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { SurveyFilter } from '#contract/rules/survey-list.ts'
import type { ChangedSinceSubmission } from '#contract/surveys/changed-since-submission.ts'
import { changedSinceSubmission } from '#survey/changed-since.ts'
import { progressText } from '#survey/progress.ts'
import { isUnreached } from '#web/lib/http/query-client.ts'
import { ownTimeZone } from '#web/lib/language/format.ts'
import { whenQuiet } from '#web/lib/page/when-quiet.ts'
import { loadSurvey } from '#web/offline/draft/load-survey.ts'
import { useDeviceList } from '#web/offline/list/device-list.ts'
import { type DeviceSurvey, lastEditedFirst, type MergedList } from '#web/offline/list/merge-list.ts'
import type { ListPage } from '#web/offline/list/store-page.ts'
import { logError } from '#web/offline/store/journal.ts'
import {
  addressOf,
  type DeviceFilters,
  deviceFilter,
  type Filters,
  filterOnDevice,
  hasDeviceFilter,
  matchingSurveys,
} from './filters.ts'
import { surveysQuery } from './queries.ts'
import { sortSurveys } from './sorting.ts'

const plain = { here: false, state: 'on the server', gone: false } as const

/** Milliseconds without input before rows move. */
const quiet = 5_000

export interface Problem {
  /** Whether the server was unreachable. */
  readonly unreached: boolean
  readonly message: string
}

export interface History {
  /** null until the device or the server has replied. */
  readonly page: HistoryPage | null
  /** Why the server's reply is missing; null during the first request. */
  readonly problem: Problem | null
  /** When the device's list was last checked. */
  readonly checkedAt: string | null
  readonly busy: boolean
  /** Whether the device has the whole list, so it can sort and filter it. */
  readonly whole: boolean
  readonly retry: () => void
}

/** The device's list, then the server's page. The page is merged into the device's list, so rows update in place. */
export function useHistory(account: string, filters: Filters): History {
  const filter = useMemo(() => deviceFilter(filters, ownTimeZone()), [filters])
  const device = useDeviceList(account)
  const { data, error, isFetching, refetch } = useQuery(surveysQuery(account, filters, filter))
  const problem = useProblem(data !== undefined, error)
  const page = useMemo(() => {
    if (device?.whole) return devicePage(device, filter, filters)
    if (data) return serverPage(data, device ?? nothing, filter, filters)
    return device && problem && device.surveys.length > 0 ? devicePage(device, filter, filters) : null
  }, [device, data, problem, filter, filters])
  const steady = useSteadyOrder(page, { device, question: addressOf(filters) })
  return {
    page: useOwnProgress(account, steady),
    problem,
    checkedAt: device?.checkedAt ?? null,
    busy: isFetching,
    whole: device?.whole ?? false,
    retry: () => void refetch(),
  }
}

const nothing = { surveys: [], deleted: new Set<string>(), forgotten: new Set<string>() }

/** The last problem. Kept while another page loads, so its message does not flicker on every retry. */
function useProblem(reached: boolean, error: Error | null): Problem | null {
  const [problem, setProblem] = useState<Problem | null>(null)
  useEffect(() => {
    if (error) setProblem({ unreached: isUnreached(error), message: error.message })
    else if (reached) setProblem(null)
  }, [reached, error])
  return problem
}

interface OwnProgress {
  readonly progress: string
  readonly changed_since_submission: ChangedSinceSubmission | null
}

/** Replaces the server's progress with the device's for surveys with unsent edits, once computed. */
function useOwnProgress(account: string, page: HistoryPage | null): HistoryPage | null {
  const [own, setOwn] = useState<ReadonlyMap<string, OwnProgress>>(new Map())
  const unsent = page?.surveys.filter(({ here, state }) => here && state !== 'on the server') ?? []
  const key = unsent.map(({ id, attributes }) => `${id} ${attributes.last_edited}`).join('\n')
  useEffect(() => {
    let left = false
    const run = async () => {
      const found = new Map<string, OwnProgress>()
      for (const line of key === '' ? [] : key.split('\n')) {
        const [id = ''] = line.split(' ')
        const loaded = await loadSurvey(account, id)
        if (left) return
        if (loaded)
          found.set(id, {
            progress: progressText(loaded.survey),
            changed_since_submission: changedSinceSubmission(loaded.survey),
          })
      }
      setOwn((before) => (before.size + found.size === 0 ? before : found))
    }
    run().catch(logError('own progress'))
    return () => {
      left = true
    }
  }, [account, key])
  if (!page || own.size === 0) return page
  const surveys = page.surveys.map((survey) => {
    const known = survey.state === 'on the server' ? undefined : own.get(survey.id)
    return known ? { ...survey, attributes: { ...survey.attributes, ...known } } : survey
  })
  return { ...page, surveys }
}

interface Held {
  readonly question: string
  readonly ids: readonly string[]
}

interface Known {
  readonly device: (Pick<MergedList, 'surveys' | 'deleted'> & { readonly stale: boolean }) | null
  /** The requested page, sort and filters. A new question shows its own order immediately. */
  readonly question: string
}

/**
 * Returns the page with its rows in the order on the screen. Values change in place; rows move only after a time
 * without input, so never under a finger. A stale list sets no order, so the latest edit comes first.
 */
export function useSteadyOrder(page: HistoryPage | null, { device, question }: Known): HistoryPage | null {
  const [held, setHeld] = useState<Held | null>(null)
  const isCurrent = page !== null && !device?.stale
  if (isCurrent && held?.question !== question) setHeld({ question, ids: idsOf(page) })
  const ids = held?.question === question ? held.ids : null
  const shown = useMemo(() => {
    if (!page || !ids || !isCurrent) return page
    const byId = new Map(device?.surveys.map((survey) => [survey.id, survey]))
    return { ...page, surveys: inHeldOrder(ids, page.surveys, (id) => byId.get(id)) }
  }, [page, ids, isCurrent, device])
  const wanted = page && isCurrent ? idsOf(page).join(' ') : ''
  const isBehind = shown !== null && isCurrent && idsOf(shown).join(' ') !== wanted
  useEffect(() => {
    if (!isBehind) return
    return whenQuiet(quiet, () => setHeld({ question, ids: wanted === '' ? [] : wanted.split(' ') }))
  }, [isBehind, wanted, question])
  return shown
}

function idsOf({ surveys }: HistoryPage): readonly string[] {
  return surveys.map(({ id }) => id)
}

/**
 * Returns the rows of `wanted` without moving the rows on the screen, whose ids are in `held`. Held rows get their
 * newest values; `find` returns those that left this page or filter. Deleted rows are omitted. New rows come last,
 * so that they don't push held rows down.
 */
export function inHeldOrder(
  held: readonly string[],
  wanted: readonly DeviceSurvey[],
  find: (id: string) => DeviceSurvey | undefined,
): readonly DeviceSurvey[] {
  const now = new Map(wanted.map((survey) => [survey.id, survey]))
  const ids = new Set(held)
  const kept = held.flatMap((id) => now.get(id) ?? find(id) ?? [])
  const last = wanted.findLastIndex(({ id }) => ids.has(id))
  const below = wanted.slice(last + 1)
  return [...kept, ...below.slice(0, Math.max(0, limits.listPageSize - kept.length))]
}

interface HistoryPage {
  readonly surveys: readonly DeviceSurvey[]
  readonly count: number
  readonly pages: number
}

type Shown = DeviceFilters & Pick<Filters, 'sort' | 'page'>

/** A page of the device's own list. */
function devicePage(
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
