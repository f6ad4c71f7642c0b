import { ActionIcon, Indicator, NativeSelect, Skeleton } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp, IconFilter } from '@tabler/icons-react'
import { lazy, Suspense, useId } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { loadWithRetries } from '#web/lib/start/load-with-retries.ts'
import { SearchField } from '#web/ui/search-field.tsx'
import classes from './filter-bar.module.css'
import { type Filters, hasDeviceFilter, hasFilter } from './filters.ts'
import { sortColumns } from './sort-heads.tsx'
import { nextSort, type Sort, sortKeys } from './sorting.ts'
import type { ChangeFilters } from './use-filters.ts'

const DateRange = lazy(() =>
  loadWithRetries(() => import('./date-range.tsx').then((m) => ({ default: m.DateRange }))),
)
const MoreFilters = lazy(() =>
  loadWithRetries(() => import('./more-filters.tsx').then((m) => ({ default: m.MoreFilters }))),
)

interface Props {
  filters: Filters
  onChange: ChangeFilters
}

/**
 * The search and filters. Common filters are beside the search; the others, or all on a phone, are behind a button.
 */
export function FilterBar({ filters, onChange }: Props) {
  const small = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false }) ?? false
  const [opened, { toggle }] = useDisclosure(!small && hasDeviceFilter({ ...filters, state: null }))
  const id = useId()
  const label = small ? t('history.filters') : t('history.moreFilters')
  const isSet = small
    ? hasFilter(filters) || filters.sort !== null
    : !opened && hasDeviceFilter({ ...filters, state: null })
  return (
    <search className={classes.bar}>
      <SearchField
        className={classes.text ?? ''}
        label={t('history.search')}
        placeholder={t('history.searchHint')}
        value={filters.search}
        onSearch={(search) => onChange({ search }, { replace: true })}
      />
      {!small && <CommonFilters filters={filters} onChange={onChange} />}
      <Indicator className={classes.opens ?? ''} disabled={!isSet} size={10} offset={4}>
        <ActionIcon
          className={classes.toggle ?? ''}
          variant="default"
          aria-label={isSet ? t('history.filtersSet', { filters: label }) : label}
          title={label}
          aria-expanded={opened}
          aria-controls={id}
          onClick={toggle}
        >
          <IconFilter size={20} aria-hidden />
        </ActionIcon>
      </Indicator>
      <div id={id} className={classes.more} hidden={!opened}>
        {opened && small && <CommonFilters filters={filters} onChange={onChange} />}
        {opened && (
          <Suspense fallback={<Skeleton height={71} />}>
            <MoreFilters filters={filters} onChange={onChange} />
          </Suspense>
        )}
        {opened && small && <SortSelect sort={filters.sort} onSort={(sort) => onChange({ sort })} />}
      </div>
    </search>
  )
}

function CommonFilters({ filters, onChange }: Props) {
  return (
    <div className={classes.usual}>
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
        label={t('history.state')}
        data={[
          { value: '', label: t('history.anyState') },
          { value: 'Started', label: t('surveys.stateStarted') },
          { value: 'Completed', label: t('surveys.stateCompleted') },
        ]}
        value={filters.state ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ state: value === 'Started' || value === 'Completed' ? value : null })
        }
      />
    </div>
  )
}

/** Sort order for layouts without column headers. */
function SortSelect({ sort, onSort }: { sort: Sort | null; onSort: (sort: Sort | null) => void }) {
  const { by, descending } = sort ?? { by: 'edited' as const, descending: true }
  // 'edited', descending, is the default order.
  const choose = (next: Sort) => onSort(next.by === 'edited' && next.descending ? null : next)
  const direction = t(descending ? 'history.descending' : 'history.ascending')
  const Arrow = descending ? IconArrowDown : IconArrowUp
  return (
    <div className={classes.order}>
      <NativeSelect
        className={classes.select ?? ''}
        size="md"
        label={t('history.sort')}
        data={sortColumns.map(([value, name]) => ({ value, label: t(name) }))}
        value={by}
        onChange={({ currentTarget: { value } }) => {
          const key = sortKeys.find((one) => one === value)
          const next = key && nextSort(null, key)
          if (next) choose(next)
        }}
      />
      <ActionIcon
        className={classes.toggle ?? ''}
        variant="default"
        aria-label={t('history.turn', { direction })}
        title={direction}
        onClick={() => choose({ by, descending: !descending })}
      >
        <Arrow size={20} aria-hidden />
      </ActionIcon>
    </div>
  )
}
