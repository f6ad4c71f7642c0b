import { Skeleton } from '@mantine/core'
import { IconClipboardList } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { t } from '#web/lib/language/translate.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { type Filters, isFiltering, noFilters } from './filters.ts'
import { FormCard } from './form-card.tsx'
import type { OpenDialog } from './form-dialogs.tsx'
import classes from './form-library.module.css'
import { formsQuery } from './queries.ts'
import type { ChangeFilters } from './use-filters.ts'

interface Props {
  filters: Filters
  onFilters: ChangeFilters
  onOpen: (opened: OpenDialog) => void
  onOutcome: (text: string) => void
}

/** Matching templates, one page at a time, with loading, error and empty states. */
export function FormList({ filters, onFilters, onOpen, onOutcome }: Props) {
  const read = useQuery(formsQuery(filters))
  const { data, error, refetch, isFetching } = read
  if (error && !data) return <ErrorState text={error.message} onRetry={() => refetch()} busy={isFetching} />
  if (!data) return <Loading />
  return (
    <PagedList
      read={read}
      name={t('library.title')}
      count={t('library.count', { count: data.meta.total_count })}
      isEmpty={data.data.length === 0}
      page={filters.page}
      pages={data.meta.total_pages}
      onPage={(page) => onFilters({ page })}
      isFiltered={isFiltering(filters) || filters.page > 1}
      none={{
        text: t('library.none'),
        icon: <IconClipboardList size={40} stroke={1.5} aria-hidden />,
      }}
      noneFound={{
        text: t('library.noneFound'),
        clear: t('library.clearFilters'),
        onClear: () => onFilters(noFilters),
      }}
    >
      <ul className={classes.cards}>
        {data.data.map((form) => (
          <FormCard key={form.id} form={form} onOpen={onOpen} onOutcome={onOutcome} />
        ))}
      </ul>
    </PagedList>
  )
}

function Loading() {
  return (
    <div className={classes.cards} role="status" aria-label={t('common.loading')}>
      {[0, 1, 2, 3, 4, 5].map((place) => (
        <Skeleton key={place} height={156} radius="lg" />
      ))}
    </div>
  )
}
