import { Button, Group, Text } from '@mantine/core'
import { IconChecklist } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { type Selection, useSelection } from '#web/features/history/many/use-selection.ts'
import { isUnreached } from '#web/lib/http/query-client.ts'
import { t } from '#web/lib/language/translate.ts'
import { useTitle } from '#web/lib/page/title.ts'
import { useFiltersOf } from '#web/lib/page/use-filters.ts'
import { useWideList } from '#web/lib/page/use-wide-list.ts'
import { lazyPart } from '#web/lib/start/lazy-part.tsx'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Part } from '#web/ui/part.tsx'
import classes from '#web/ui/survey-rows.module.css'
import {
  addressOf,
  filtersOf,
  hasFilters,
  noFilters,
  type QueuedSurvey,
  queueQuery,
  summaryQuery,
} from './queries.ts'
import selectedBarStyles from './queue.module.css'
import { QueueFilterBar } from './queue-filter-bar.tsx'
import { QueueCards, QueueTable } from './queue-rows.tsx'

const { View: AcceptMany } = lazyPart(async () => (await import('./accept-many.tsx')).AcceptMany)

/** Submitted surveys that the user reviews. Needs the network. */
export function QueueScreen() {
  const [filters, change] = useFiltersOf(filtersOf, addressOf)
  const read = useQuery(queueQuery(filters))
  const { data: summary } = useQuery(summaryQuery)
  const selection = useSelection<QueuedSurvey>()
  const [accepting, setAccepting] = useState<readonly QueuedSurvey[] | null>(null)
  const { place, wide } = useWideList()
  useTitle(t('menu.review'))
  const found = read.data
  const rows = {
    surveys: found?.data ?? [],
    filters,
    ...(isOfWaiting(filters.state) && { selection }),
  }
  return (
    <>
      <PageHeader title={t('menu.review')} />
      <div ref={place} className={classes.list}>
        <QueueFilterBar summary={summary?.data} filters={filters} onChange={change} />
        <PagedList
          read={isUnreached(read.error) ? { ...read, error: new Error(t('reviews.queueOffline')) } : read}
          name={t('menu.review')}
          count={t('teams.count', { count: found?.meta.total_count ?? 0 })}
          isEmpty={found?.data.length === 0}
          page={filters.page}
          pages={found?.meta.total_pages ?? 0}
          onPage={(page) => change({ page })}
          isFiltered={hasFilters(filters) || filters.state !== 'waiting'}
          none={{
            text: t('reviews.noneWaiting'),
            icon: <IconChecklist size={40} stroke={1.5} aria-hidden />,
          }}
          noneFound={{
            text: t('teams.noneFit'),
            clear: t('teams.clear'),
            onClear: () => change({ ...noFilters, state: 'waiting' }),
          }}
        >
          {found && (wide ? <QueueTable {...rows} /> : <QueueCards {...rows} />)}
        </PagedList>
        <SelectedBar selection={selection} onAccept={() => setAccepting(selection.surveys)} />
      </div>
      {accepting && (
        <Part instead={<NoticeDialog opened onClose={() => setAccepting(null)} text={t('common.network')} />}>
          <AcceptMany
            surveys={accepting}
            onAccepted={(survey) => selection.set([survey], false)}
            onClose={() => setAccepting(null)}
          />
        </Part>
      )}
    </>
  )
}

function isOfWaiting(state: string): boolean {
  return state === 'waiting' || state === 'submitted' || state === 'resubmitted'
}

interface Props {
  readonly selection: Selection<QueuedSurvey>
  readonly onAccept: () => void
}

/** Number of selected surveys across pages, with the actions for them. */
function SelectedBar({ selection, onAccept }: Props) {
  const count = selection.surveys.length
  if (count === 0) return null
  return (
    <Group
      gap="xs"
      role="group"
      aria-label={t('reviews.selected', { count })}
      className={selectedBarStyles.selected ?? ''}
    >
      <Text fw={600} size="sm" role="status">
        {t('reviews.selected', { count })}
      </Text>
      <Button size="compact-md" mih={44} onClick={onAccept}>
        {t('reviews.acceptMany', { count })}
      </Button>
      <Button variant="subtle" size="compact-md" mih={44} onClick={() => selection.clear()}>
        {t('reviews.selectNone')}
      </Button>
      {count >= limits.acceptedAtOnce && (
        <Text size="sm">{t('reviews.selectedMost', { count: limits.acceptedAtOnce })}</Text>
      )}
    </Group>
  )
}
