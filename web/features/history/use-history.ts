import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { isUnreached } from '#web/lib/http/query-client.ts'
import { ownTimeZone } from '#web/lib/language/format.ts'
import { useDeviceList } from '#web/offline/list/device-list.ts'
import { deviceFilter, type Filters } from './filters.ts'
import { devicePage, type HistoryPage, serverPage } from './history-page.ts'
import { surveysQuery } from './queries.ts'
import { useOwnProgress } from './use-own-progress.ts'

export interface Problem {
  /** The server was not reached at all. */
  readonly unreached: boolean
  readonly message: string
}

export interface History {
  /** null = neither the device nor the server has said anything yet. */
  readonly page: HistoryPage | null
  /** Why the server's word is missing; null while it is asked for the first time. */
  readonly problem: Problem | null
  /** When what the device knows was true. */
  readonly checkedAt: string | null
  readonly busy: boolean
  /** The whole list is known here: it can be put in another order, and be asked for a state. */
  readonly whole: boolean
  readonly retry: () => void
}

/** What the device knows at once; the server's page goes through the device's list, so that a row changes in place. */
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
  return {
    page: useOwnProgress(account, page),
    problem,
    checkedAt: device?.checkedAt ?? null,
    busy: isFetching,
    whole: device?.whole ?? false,
    retry: () => void refetch(),
  }
}

const nothing = { surveys: [], deleted: new Set<string>(), forgotten: new Set<string>() }

/** Stays while another page is asked for, so that its line does not come and go with each try. */
function useProblem(reached: boolean, error: Error | null): Problem | null {
  const [problem, setProblem] = useState<Problem | null>(null)
  useEffect(() => {
    if (error) setProblem({ unreached: isUnreached(error), message: error.message })
    else if (reached) setProblem(null)
  }, [reached, error])
  return problem
}
