import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { say } from '#web/lib/say.ts'
import { SearchField } from '#web/ui/search-field.tsx'
import classes from './filter-bar.module.css'
import type { Filters } from './filters.ts'
import type { ChangeFilters } from './use-filters.ts'

const DateRange = lazy(() => import('./date-range.tsx').then((m) => ({ default: m.DateRange })))

interface Props {
  filters: Filters
  onChange: ChangeFilters
}

export function FilterBar({ filters, onChange }: Props) {
  return (
    <search className={classes.bar}>
      <SearchField
        className={classes.text ?? ''}
        label={say('history.search')}
        placeholder={say('history.searchHint')}
        value={filters.search}
        onSearch={(search) => onChange({ search }, { replace: true })}
      />
      <Suspense fallback={<Skeleton className={classes.dates ?? ''} height={71} />}>
        <DateRange
          className={classes.dates ?? ''}
          from={filters.from}
          to={filters.to}
          onChange={(from, to) => onChange({ from, to })}
        />
      </Suspense>
    </search>
  )
}
