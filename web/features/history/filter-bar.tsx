import { ActionIcon, Indicator, NativeSelect, Skeleton } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import { lazy, Suspense, useId } from 'react'
import { say } from '#web/lib/say.ts'
import { SearchField } from '#web/ui/search-field.tsx'
import classes from './filter-bar.module.css'
import type { Filters } from './filters.ts'
import { sortColumns } from './sort-heads.tsx'
import { nextSort, type Sort, sortKeys } from './sorting.ts'
import type { ChangeFilters } from './use-filters.ts'

const DateRange = lazy(() => import('./date-range.tsx').then((m) => ({ default: m.DateRange })))

interface Props {
  filters: Filters
  onChange: ChangeFilters
}

/** The search, and what else narrows the list: beside it, or on a phone behind one button. */
export function FilterBar({ filters, onChange }: Props) {
  const small = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false }) ?? false
  const [opened, { toggle }] = useDisclosure(false)
  const id = useId()
  const shown = !small || opened
  const isSet = filters.from !== null || filters.state !== null || (small && filters.sort !== null)
  return (
    <search className={classes.bar}>
      <SearchField
        className={classes.text ?? ''}
        label={say('history.search')}
        placeholder={say('history.searchHint')}
        value={filters.search}
        onSearch={(search) => onChange({ search }, { replace: true })}
      />
      {small && (
        <Indicator disabled={!isSet} size={10} offset={4}>
          <ActionIcon
            className={classes.toggle ?? ''}
            variant="default"
            aria-label={say(isSet ? 'history.filtersSet' : 'history.filters')}
            title={say('history.filters')}
            aria-expanded={opened}
            aria-controls={id}
            onClick={toggle}
          >
            <IconFilter size={20} aria-hidden />
          </ActionIcon>
        </Indicator>
      )}
      <div id={id} className={classes.more} hidden={!shown}>
        {shown && (
          <>
            <Suspense fallback={<Skeleton height={71} className={classes.range ?? ''} />}>
              <DateRange
                className={classes.range ?? ''}
                from={filters.from}
                to={filters.to}
                onChange={(from, to) => onChange({ from, to })}
              />
            </Suspense>
            <NativeSelect
              className={classes.select ?? ''}
              size="md"
              label={say('history.state')}
              data={[
                { value: '', label: say('history.anyState') },
                { value: 'Started', label: say('surveys.stateStarted') },
                { value: 'Completed', label: say('surveys.stateCompleted') },
              ]}
              value={filters.state ?? ''}
              onChange={({ currentTarget: { value } }) =>
                onChange({ state: value === 'Started' || value === 'Completed' ? value : null })
              }
            />
            {small && <SortSelect sort={filters.sort} onSort={(sort) => onChange({ sort })} />}
          </>
        )}
      </div>
    </search>
  )
}

/** Rows have no heads to press. */
function SortSelect({ sort, onSort }: { sort: Sort | null; onSort: (sort: Sort | null) => void }) {
  return (
    <NativeSelect
      className={classes.select ?? ''}
      size="md"
      label={say('history.sort')}
      data={sortColumns.map(([value, name]) => ({ value, label: say(name) }))}
      value={sort?.by ?? 'edited'}
      onChange={({ currentTarget: { value } }) => {
        const by = sortKeys.find((key) => key === value)
        onSort(by && by !== 'edited' ? nextSort(null, by) : null)
      }}
    />
  )
}
