import { useCallback, useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { addressOf, type Filters, filtersOf } from './filters.ts'

export type ChangeFilters = (change: Partial<Filters>, options?: { replace?: boolean }) => void

/** The filters, read from the address and written to it. Another filter begins at page 1. */
export function useFilters(): [Filters, ChangeFilters] {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const filters = useMemo(() => filtersOf(params), [params])
  const change = useCallback<ChangeFilters>(
    (part, options = {}) =>
      navigate(addressOf({ ...filters, page: 1, ...part }), { replace: options.replace ?? false }),
    [filters, navigate],
  )
  return [filters, change]
}
