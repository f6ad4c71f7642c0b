import { useCallback, useMemo } from 'react'
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
  const change = useCallback<ChangeFilters<Filters>>(
    (part, options = {}) =>
      navigate(addressOf({ ...filters, page: 1, ...part }), { replace: options.replace ?? false }),
    [filters, addressOf, navigate],
  )
  return [filters, change]
}
