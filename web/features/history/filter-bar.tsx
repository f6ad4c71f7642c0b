import { CloseButton, Skeleton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { limits } from '#contract/limits.ts'
import { useSettledText } from '#web/lib/delay.ts'
import { say } from '#web/lib/say.ts'
import classes from './filter-bar.module.css'
import type { Filters } from './filters.ts'
import type { ChangeFilters } from './use-filters.ts'

const DateRange = lazy(() => import('./date-range.tsx').then((m) => ({ default: m.DateRange })))

interface Props {
  filters: Filters
  onChange: ChangeFilters
}

export function FilterBar({ filters, onChange }: Props) {
  const [text, setText, settleNow] = useSettledText(filters.search, limits.searchDebounce, (search) =>
    onChange({ search }, { replace: true }),
  )
  return (
    <search className={classes.bar}>
      <TextInput
        className={classes.text ?? ''}
        label={say('history.search')}
        placeholder={say('history.searchHint')}
        type="search"
        maxLength={limits.searchMax}
        value={text}
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSectionWidth={44}
        rightSection={
          text && <CloseButton aria-label={say('history.clearSearch')} onClick={() => settleNow('')} />
        }
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && settleNow(text)}
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
