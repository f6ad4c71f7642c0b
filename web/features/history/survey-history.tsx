import { Button, Text, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconClipboardList, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { limits } from '#contract/limits.ts'
import { say } from '#web/lib/say.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { type Filters, isFiltering, pageBefore } from './filters.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { surveysQuery } from './queries.ts'
import type { Chosen } from './survey-actions.tsx'
import { SurveyCards } from './survey-cards.tsx'
import { SurveyTable } from './survey-table.tsx'
import type { ChangeFilters } from './use-filters.ts'

interface Props {
  filters: Filters
  onFilters: ChangeFilters
  onCreate: () => void
  onChoose: (chosen: Chosen) => void
}

/** The surveys that fit the filters: loading, failed, none, or a page of them. */
export function SurveyHistory({ filters, onFilters, onCreate, onChoose }: Props) {
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(surveysQuery(filters))
  const wide = useMediaQuery('(min-width: 80em)', undefined, { getInitialValueInEffect: false })
  const stepBack = data && !isPlaceholderData && data.data.length === 0 && filters.page > 1
  useEffect(() => {
    if (stepBack) onFilters({ page: pageBefore(filters.page, data.meta.total_pages) }, { replace: true })
  }, [stepBack, data, filters.page, onFilters])

  if (error && !data) {
    return <ErrorState text={error.message} onRetry={() => refetch()} busy={isFetching} />
  }
  if (!data || stepBack) return <ListSkeleton wide={wide ?? false} />
  if (data.data.length === 0) {
    return isFiltering(filters) ? (
      <NothingFound onClear={() => onFilters({ search: '', from: null, to: null })} />
    ) : (
      <NoneYet onCreate={onCreate} />
    )
  }
  const List = wide ? SurveyTable : SurveyCards
  return (
    <section aria-label={say('history.list')} aria-busy={isPlaceholderData}>
      {error && <ErrorState text={error.message} onRetry={() => refetch()} busy={isFetching} />}
      <Text size="sm" c="dimmed" mb="xs" role="status">
        {say('history.count', { count: data.meta.total_count })}
        {data.meta.total_pages > 1 && (
          <VisuallyHidden>, {say('common.page', { page: data.meta.current_page })}</VisuallyHidden>
        )}
      </Text>
      <List surveys={data.data} onChoose={onChoose} />
      {data.meta.total_pages >= limits.pagerFromPages && (
        <Pager total={data.meta.total_pages} page={filters.page} onChange={(page) => onFilters({ page })} />
      )}
    </section>
  )
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      text={say('surveys.nothingFound')}
      icon={<IconSearchOff size={40} stroke={1.5} aria-hidden />}
    >
      <Button variant="default" onClick={onClear}>
        {say('history.clearFilters')}
      </Button>
    </EmptyState>
  )
}

function NoneYet({ onCreate }: { onCreate: () => void }) {
  return (
    <EmptyState
      text={say('surveys.noneFound')}
      icon={<IconClipboardList size={40} stroke={1.5} aria-hidden />}
    >
      <Button variant="default" onClick={onCreate}>
        {say('history.create')}
      </Button>
    </EmptyState>
  )
}
