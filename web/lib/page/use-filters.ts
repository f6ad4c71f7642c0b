import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

export type ChangeFilters<Filters> = (change: Partial<Filters>, options?: { replace?: boolean }) => void

/** A list's filters, read from the address and written to it. Another filter begins at page 1. */
export function useFiltersOf<Filters extends { readonly page: number }>(
  filtersOf: (params: URLSearchParams) => Filters,
  addressOf: (filters: Filters) => string,
): [Filters, ChangeFilters<Filters>] {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const filters = useMemo(() => filtersOf(params), [params, filtersOf])
  // A second change before the first is drawn, as by a search that settles then, builds on the first.
  const latest = useRef(filters)
  useEffect(() => {
    latest.current = filters
  }, [filters])
  const change = useCallback<ChangeFilters<Filters>>(
    (part, options = {}) => {
      latest.current = { ...latest.current, page: 1, ...part }
      navigate(addressOf(latest.current), { replace: options.replace ?? false })
    },
    [addressOf, navigate],
  )
  return [filters, change]
}
