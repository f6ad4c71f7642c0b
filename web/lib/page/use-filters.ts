import { useCallback, useEffect, useMemo, useRef } from 'react'
import { pendingChanges } from './pending-changes.ts'
import { useNavigate, useSearchParams } from './router.tsx'

export type ChangeFilters<Filters> = (change: Partial<Filters>, options?: { replace?: boolean }) => void

/** A list's filters, stored in the address. Changing a filter returns to page 1. */
export function useFiltersOf<Filters extends { readonly page: number }>(
  filtersOf: (params: URLSearchParams) => Filters,
  addressOf: (filters: Filters) => string,
): [Filters, ChangeFilters<Filters>] {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const filters = useMemo(() => filtersOf(params), [params, filtersOf])
  // Each change builds on the latest one, even before that renders.
  const latest = useRef(filters)
  const own = useRef<readonly string[]>([])
  useEffect(() => {
    own.current = pendingChanges(own.current, addressOf(filters)) ?? []
    if (own.current.length === 0) latest.current = filters
  }, [filters, addressOf])
  const change = useCallback<ChangeFilters<Filters>>(
    (part, options = {}) => {
      latest.current = { ...latest.current, page: 1, ...part }
      const address = addressOf(latest.current)
      own.current = [...own.current, address]
      navigate(address, { replace: options.replace ?? false })
    },
    [addressOf, navigate],
  )
  return [filters, change]
}
