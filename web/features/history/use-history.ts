import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { ChangedSinceSubmission } from '#contract/surveys/changed-since-submission.ts'
import { changedSinceSubmission } from '#survey/changed-since.ts'
import { progressText } from '#survey/progress.ts'
import { isUnreached } from '#web/lib/http/query-client.ts'
import { ownTimeZone } from '#web/lib/language/format.ts'
import { loadSurvey } from '#web/offline/draft/load-survey.ts'
import { useDeviceList } from '#web/offline/list/device-list.ts'
import { logError } from '#web/offline/store/journal.ts'
import { addressOf, deviceFilter, type Filters } from './filters.ts'
import { devicePage, type HistoryPage, serverPage } from './history-page.ts'
import { surveysQuery } from './queries.ts'
import { useSteadyOrder } from './use-steady-order.ts'

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
