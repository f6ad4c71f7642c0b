import { Button, Group, NativeSelect, Table, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconHistoryOff } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { auditActions } from '#contract/admin/audit-actions.ts'
import { dayTimeAndZone } from '#web/lib/language/format-time.ts'
import { t } from '#web/lib/language/translate.ts'
import { ColumnHeads } from '#web/ui/column-heads.tsx'
import { DayInput } from '#web/ui/day-input.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { AccountChoice } from './account-choice.tsx'
import { actionText, actorText, detailText, originText, recordText } from './audit-text.ts'
import { type ChangeState, type ConsoleState, isRangeInvalid } from './console-state.ts'
import auditFiltersStyles from './filters.module.css'
import { type AuditEntry, auditQuery } from './queries.ts'
import classes from './rows.module.css'
import { RowsSkeleton } from './rows-skeleton.tsx'

const columns = [
  'admin.auditWhen',
  'admin.auditWho',
  'admin.auditWhat',
  'admin.auditWhich',
  'admin.auditWhere',
] as const

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

function AuditCards({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <ul className={classes.cards}>
      {entries.map(({ id, attributes: a }) => (
        <li key={id} className={classes.card}>
          <div>
            <Text className={classes.name ?? ''}>{actionText(a)}</Text>
            <Text>{actorText(a)}</Text>
          </div>
          <Text size="sm" c="dimmed">
            {[dayTimeAndZone(a.at), recordText(a), detailText(a), originText(a)]
              .filter(Boolean)
              .map((line) => (
                <span key={line} style={{ display: 'block' }}>
                  {line}
                </span>
              ))}
          </Text>
        </li>
      ))}
    </ul>
  )
}

function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <div className={classes.table}>
      <Table verticalSpacing="xs" horizontalSpacing="md">
        <ColumnHeads columns={columns} />
        <Table.Tbody>
          {entries.map(({ id, attributes: a }) => (
            <Table.Tr key={id}>
              <Table.Td className={classes.still ?? ''}>{dayTimeAndZone(a.at)}</Table.Td>
              <Table.Td>{actorText(a)}</Table.Td>
              <Table.Td>
                {actionText(a)}
                <Text size="sm" c="dimmed">
                  {detailText(a)}
                </Text>
              </Table.Td>
              <Table.Td>{recordText(a)}</Table.Td>
              <Table.Td title={a.user_agent}>{originText(a)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

interface AuditFiltersProps {
  state: ConsoleState
  onChange: ChangeState
}

function AuditFilters({ state, onChange }: AuditFiltersProps) {
  const actions = auditActions.map((action) => ({ value: action, label: t(`audit.${action}`) }))
  return (
    <search className={auditFiltersStyles.bar}>
      <AccountChoice value={state.account} onChange={(account) => onChange({ account })} />
      <NativeSelect
        className={auditFiltersStyles.wide ?? ''}
        label={t('admin.auditAction')}
        value={state.action ?? ''}
        data={[{ value: '', label: t('admin.auditActionAll') }, ...actions]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ action: auditActions.find((one) => one === value) ?? null })
        }
      />
      <DayInput
        className={auditFiltersStyles.narrow ?? ''}
        label={t('admin.auditFrom')}
        value={state.from ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ from: value || null }, { replace: true })}
      />
      <DayInput
        className={auditFiltersStyles.narrow ?? ''}
        label={t('admin.auditTo')}
        value={state.to ?? ''}
        error={isRangeInvalid(state) && t('admin.auditRange')}
        onChange={({ currentTarget: { value } }) => onChange({ to: value || null }, { replace: true })}
      />
    </search>
  )
}
