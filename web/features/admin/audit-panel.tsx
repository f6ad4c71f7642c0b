import { Button, Group, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconHistoryOff } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { t } from '#web/lib/language/translate.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { AuditCards } from './audit-cards.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'
import { type ChangeState, type ConsoleState, isRangeInvalid } from './console-state.ts'
import { auditQuery } from './queries.ts'
import { RowsSkeleton } from './rows-skeleton.tsx'

interface Props {
  state: ConsoleState
  onChange: ChangeState
}

/** The read-only audit log, newest first. */
export function AuditPanel({ state, onChange }: Props) {
  return (
    <>
      <Text c="dimmed" mb="md">
        {t('admin.auditLead')}
      </Text>
      <AuditFilters state={state} onChange={onChange} />
      {isRangeInvalid(state) ? null : <AuditList state={state} />}
    </>
  )
}

function AuditList({ state }: { state: ConsoleState }) {
  const query = useInfiniteQuery(auditQuery(state))
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage } = query
  const wide = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false })
  if (error && !data) return <ErrorState text={error.message} onRetry={() => refetch()} busy={isFetching} />
  if (!data) return <RowsSkeleton height={wide ? 61 : 140} />
  const entries = data.pages.flatMap((page) => page.data)
  if (entries.length === 0) {
    return (
      <EmptyState text={t('admin.auditEmpty')} icon={<IconHistoryOff size={40} stroke={1.5} aria-hidden />} />
    )
  }
  const List = wide ? AuditTable : AuditCards
  return (
    <section aria-label={t('admin.auditList')}>
      <List entries={entries} />
      {error && <ErrorState text={error.message} />}
      {hasNextPage && (
        <Group justify="center" mt="lg">
          <Button variant="default" loading={isFetching} onClick={() => fetchNextPage()}>
            {t('admin.auditMore')}
          </Button>
        </Group>
      )}
    </section>
  )
}
