import { Paper, Skeleton, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCircleCheck, IconInbox } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { t } from '#web/lib/language/translate.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { type Filters, isFiltering, noFilters } from './filters.ts'
import { MessageCards, MessageTable } from './message-rows.tsx'
import classes from './outbox.module.css'
import { type Message, messagesQuery, type Servers as SetUp } from './queries.ts'
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

/** Whether email and text messages are set up. */
function Servers({ setUp }: { setUp: SetUp }) {
  const { email_is_set_up, sms_is_set_up } = setUp
  return (
    <Paper component="section" withBorder radius="lg" p="md" mb="lg" aria-label={t('outbox.servers')}>
      <Stack gap="xs">
        <Line
          isSetUp={email_is_set_up}
          text={t(email_is_set_up ? 'outbox.emailIsSetUp' : 'outbox.emailIsNotSetUp')}
        />
        <Line
          isSetUp={sms_is_set_up}
          text={t(sms_is_set_up ? 'outbox.smsIsSetUp' : 'outbox.smsIsNotSetUp')}
        />
        {!(email_is_set_up && sms_is_set_up) && (
          <Text size="sm" c="dimmed">
            {t('outbox.howToSetUp')}
          </Text>
        )}
      </Stack>
    </Paper>
  )
}

function Line({ isSetUp, text }: { isSetUp: boolean; text: string }) {
  const Icon = isSetUp ? IconCircleCheck : IconInbox
  return (
    <div className={classes.server}>
      <Icon size={20} stroke={1.75} aria-hidden />
      <Text>{text}</Text>
    </div>
  )
}
