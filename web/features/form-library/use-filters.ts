import { type ChangeFilters as Change, useFiltersOf } from '#web/lib/page/use-filters.ts'
import { addressOf, type Filters, filtersOf } from './filters.ts'

export type ChangeFilters = Change<Filters>

export function useFilters(): [Filters, ChangeFilters] {
  return useFiltersOf(filtersOf, addressOf)
}
