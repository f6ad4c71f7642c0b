import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconInbox, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import { say } from '#web/lib/say.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { everything, type Filters, isFiltering } from './filters.ts'
import { MessageCards, MessageTable } from './message-rows.tsx'
import { type Message, messagesQuery } from './queries.ts'
import { Servers } from './servers.tsx'
import type { ChangeFilters } from './use-filters.ts'

interface Props {
  filters: Filters
  onFilters: ChangeFilters
  onRead: (message: Message) => void
}

/** The messages that fit: loading, failed, none, or a page of them. */
export function Messages({ filters, onFilters, onRead }: Props) {
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(messagesQuery(filters))
  const wide = useMediaQuery('(min-width: 60em)', undefined, { getInitialValueInEffect: false })
  if (error && !data) return <ErrorState text={error.message} onRetry={() => refetch()} busy={isFetching} />
  if (!data) return <Loading wide={wide ?? false} />
  const List = wide ? MessageTable : MessageCards
  return (
    <>
      <Servers setUp={data.meta} />
      {error && <ErrorState text={error.message} onRetry={() => refetch()} busy={isFetching} />}
      {data.data.length === 0 ? (
        <Nothing
          isFiltered={isFiltering(filters) || filters.page > 1}
          onClear={() => onFilters(everything)}
        />
      ) : (
        <section aria-label={say('outbox.list')} aria-busy={isPlaceholderData}>
          <Text size="sm" c="dimmed" mb="xs" role="status">
            {say('outbox.count', { count: data.meta.total_count })}
          </Text>
          <List messages={data.data} onRead={onRead} />
          {data.meta.total_pages >= limits.pagerFromPages && (
            <Pager
              total={data.meta.total_pages}
              page={filters.page}
              onChange={(page) => onFilters({ page })}
            />
          )}
        </section>
      )}
    </>
  )
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered)
    return <EmptyState text={say('outbox.none')} icon={<IconInbox size={40} stroke={1.5} aria-hidden />} />
  return (
    <EmptyState text={say('outbox.noneFound')} icon={<IconSearchOff size={40} stroke={1.5} aria-hidden />}>
      <Button variant="default" onClick={onClear}>
        {say('outbox.clearFilters')}
      </Button>
    </EmptyState>
  )
}

function Loading({ wide }: { wide: boolean }) {
  const places = Array.from({ length: 6 }, (_, index) => index)
  return (
    <Stack gap="xs" role="status" aria-label={say('common.loading')}>
      <Skeleton height={116} radius="lg" mb="sm" />
      {places.map((place) => (
        <Skeleton key={place} height={wide ? 56 : 150} radius="lg" />
      ))}
    </Stack>
  )
}
