import { ActionIcon, Indicator, NativeSelect, Skeleton } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import { lazy, Suspense, useId } from 'react'
import { t } from '#web/lib/language/translate.ts'
import type { ChangeFilters } from '#web/lib/page/use-filters.ts'
import { loadWithRetries } from '#web/lib/start/load-with-retries.ts'
import { SearchField } from '#web/ui/search-field.tsx'
import { hasFilters, type QueueFilters, type QueueSummary } from './queries.ts'
import classes from './queue.module.css'

const DateRange = lazy(() =>
  loadWithRetries(() =>
    import('#web/features/history/date-range.tsx').then((m) => ({ default: m.DateRange })),
  ),
)

const states = [
  ['waiting', 'reviews.stateWaiting'],
  ['submitted', 'reviews.stateFirst'],
  ['resubmitted', 'reviews.chipResubmitted'],
  ['sent_back', 'reviews.chipSentBack'],
  ['accepted', 'reviews.chipAccepted'],
] as const

interface Props {
  /** undefined until read. */
  readonly summary: QueueSummary | undefined
  readonly filters: QueueFilters
  readonly onChange: ChangeFilters<QueueFilters>
}

/** On a phone, a button shows all filters except the state. */
export function QueueFilterBar(props: Props) {
  const { filters } = props
  const small = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false }) ?? false
  const [opened, { toggle }] = useDisclosure(false)
  const id = useId()
  if (!small)
    return (
      <search className={classes.filters}>
        <StateSelect {...props} />
        <Others {...props} />
      </search>
    )
  const label = t('history.filters')
  const isSet = hasFilters(filters)
  return (
    <search className={classes.filters} data-small>
      <div className={classes.first}>
        <StateSelect {...props} />
        <Indicator disabled={!isSet} size={10} offset={4}>
          <ActionIcon
            className={classes.toggle ?? ''}
            variant="default"
            aria-label={isSet ? t('history.filtersSet', { filters: label }) : label}
            aria-expanded={opened}
            aria-controls={id}
            onClick={toggle}
          >
            <IconFilter size={20} aria-hidden />
          </ActionIcon>
        </Indicator>
      </div>
      <div id={id} className={classes.filters} data-small hidden={!opened}>
        {opened && <Others {...props} />}
      </div>
    </search>
  )
}

function StateSelect({ summary, filters, onChange }: Props) {
  return (
    <NativeSelect
      size="md"
      label={t('teams.state')}
      value={filters.state}
      onChange={({ currentTarget: { value } }) =>
        onChange({ state: states.find(([state]) => state === value)?.[0] ?? 'waiting' })
      }
      data={states.map(([value, text]) => ({
        value,
        label: summary ? t('teams.stateWith', { state: t(text), count: summary.counts[value] }) : t(text),
      }))}
    />
  )
}

function Others({ summary, filters, onChange }: Props) {
  return (
    <>
      <NativeSelect
        size="md"
        label={t('reviews.template')}
        value={filters.template}
        onChange={({ currentTarget }) => onChange({ template: currentTarget.value })}
        data={choices(t('reviews.anyTemplate'), filters.template, summary?.templates)}
      />
      <NativeSelect
        size="md"
        label={t('teams.surveyor')}
        value={filters.person}
        onChange={({ currentTarget }) => onChange({ person: currentTarget.value })}
        data={choices(t('teams.everyone'), filters.person, summary?.people)}
      />
      <Suspense fallback={<Skeleton height={71} />}>
        <DateRange
          className={classes.dates ?? ''}
          label={t('reviews.submittedBetween')}
          from={filters.from}
          to={filters.to}
          onChange={(from, to) => onChange({ from, to })}
        />
      </Suspense>
      <SearchField
        label={t('reviews.search')}
        value={filters.search}
        onSearch={(search) => onChange({ search }, { replace: true })}
      />
    </>
  )
}

/** Options of a filter. A value from the URL stays selected while the options load. */
function choices(all: string, chosen: string, found: QueueSummary['people'] = []) {
  const known = found.some(({ id }) => id === chosen) || chosen === ''
  return [
    { value: '', label: all },
    ...found.map(({ id, name }) => ({ value: id, label: name })),
    ...(known ? [] : [{ value: chosen, label: '…' }]),
  ]
}
