import { Skeleton, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconInbox } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { t } from '#web/lib/language/translate.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { type Filters, isFiltering, noFilters } from './filters.ts'
import { MessageCards, MessageTable } from './message-rows.tsx'
import { type Message, messagesQuery } from './queries.ts'
import { Servers } from './servers.tsx'
import type { ChangeFilters } from './use-filters.ts'

interface Props {
  filters: Filters
  onFilters: ChangeFilters
  onRead: (message: Message) => void
}

/** Matching messages, one page at a time, with loading, error and empty states. */
export function Messages({ filters, onFilters, onRead }: Props) {
  const read = useQuery(messagesQuery(filters))
  const { data, error, refetch, isFetching } = read
  const wide = useMediaQuery('(min-width: 60em)', undefined, { getInitialValueInEffect: false })
  if (error && !data) return <ErrorState text={error.message} onRetry={() => refetch()} busy={isFetching} />
  if (!data) return <Loading wide={wide ?? false} />
  const List = wide ? MessageTable : MessageCards
  return (
    <>
      <Servers setUp={data.meta} />
      <PagedList
        read={read}
        name={t('outbox.list')}
        count={t('outbox.count', { count: data.meta.total_count })}
        isEmpty={data.data.length === 0}
        page={filters.page}
        pages={data.meta.total_pages}
        onPage={(page) => onFilters({ page })}
        isFiltered={isFiltering(filters) || filters.page > 1}
        none={{ text: t('outbox.none'), icon: <IconInbox size={40} stroke={1.5} aria-hidden /> }}
        noneFound={{
          text: t('outbox.noneFound'),
          clear: t('outbox.clearFilters'),
          onClear: () => onFilters(noFilters),
        }}
      >
        <List messages={data.data} onRead={onRead} />
      </PagedList>
    </>
  )
}

function Loading({ wide }: { wide: boolean }) {
  const places = Array.from({ length: 6 }, (_, index) => index)
  return (
    <Stack gap="xs" role="status" aria-label={t('common.loading')}>
      <Skeleton height={116} radius="lg" mb="sm" />
      {places.map((place) => (
        <Skeleton key={place} height={wide ? 56 : 150} radius="lg" />
      ))}
    </Stack>
  )
}
