import { ActionIcon, Indicator, Skeleton } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import { lazy, Suspense, useId } from 'react'
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

/** The search, and what else narrows the list: beside it, or on a phone behind one button. */
export function FilterBar({ filters, onChange }: Props) {
  const small = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false }) ?? false
  const [opened, { toggle }] = useDisclosure(false)
  const id = useId()
  const shown = !small || opened
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
        <Indicator disabled={filters.from === null} size={10} offset={4}>
          <ActionIcon
            className={classes.toggle ?? ''}
            variant="default"
            aria-label={say(filters.from === null ? 'history.filters' : 'history.filtersSet')}
            title={say('history.filters')}
            aria-expanded={opened}
            aria-controls={id}
            onClick={toggle}
          >
            <IconFilter size={20} aria-hidden />
          </ActionIcon>
        </Indicator>
      )}
      <div id={id} className={classes.dates} hidden={!shown}>
        {shown && (
          <Suspense fallback={<Skeleton height={71} />}>
            <DateRange
              className={classes.range ?? ''}
              from={filters.from}
              to={filters.to}
              onChange={(from, to) => onChange({ from, to })}
            />
          </Suspense>
        )}
      </div>
    </search>
  )
}
