import { Badge, Button, Group, Table, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { limits } from '#contract/limits.ts'
import { shortDate } from '#web/lib/language/format.ts'
import { t } from '#web/lib/language/translate.ts'
import { useSession } from '#web/lib/session/session.ts'
import { ColumnHeads } from '#web/ui/column-heads.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Pager } from '#web/ui/pager.tsx'
import type { ChangeState, ConsoleState } from './console-state.ts'
import { nameOf, roleText } from './labels.ts'
import { accountsQuery, type ListedAccount } from './queries.ts'
import classes from './rows.module.css'
import { RowsSkeleton } from './rows-skeleton.tsx'

const columns = [
  'accounts.name',
  'admin.contact',
  'accounts.role',
  'admin.created',
  'admin.lastSeen',
  'admin.columnAction',
] as const

interface Props {
  state: ConsoleState
  onChange: ChangeState
  onManage: (account: ListedAccount) => void
}

/** Matching accounts, one page at a time, with loading, error and empty states. */
export function AccountList({ state, onChange, onManage }: Props) {
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(accountsQuery(state))
  const wide = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false })
  const last = data && !isPlaceholderData ? Math.max(1, data.meta.total_pages) : state.page
  useEffect(() => {
    if (state.page > last) onChange({ page: last }, { replace: true })
  }, [state.page, last, onChange])

  if (error && !data) return <ErrorState text={error.message} onRetry={() => refetch()} busy={isFetching} />
  if (!data) return <RowsSkeleton height={wide ? 57 : 180} />
  if (data.data.length === 0) {
    return (
      <EmptyState text={t('admin.noAccounts')} icon={<IconUserOff size={40} stroke={1.5} aria-hidden />}>
        <Button variant="default" onClick={() => onChange({ search: '', role: null, state: null })}>
          {t('admin.clearFilters')}
        </Button>
      </EmptyState>
    )
  }
  const List = wide ? AccountTable : AccountCards
  return (
    <section aria-label={t('admin.accountsList')} aria-busy={isPlaceholderData}>
      {error && <ErrorState text={error.message} onRetry={() => refetch()} busy={isFetching} />}
      <Text size="sm" c="dimmed" mb="xs" role="status">
        {t('admin.accountsCount', { count: data.meta.total_count })}
      </Text>
      <List accounts={data.data} onManage={onManage} />
      {data.meta.total_pages >= limits.pagerFromPages && (
        <Pager total={data.meta.total_pages} page={state.page} onChange={(page) => onChange({ page })} />
      )}
    </section>
  )
}

interface AccountCardsProps {
  accounts: readonly ListedAccount[]
  onManage: (account: ListedAccount) => void
}

function AccountCards({ accounts, onManage }: AccountCardsProps) {
  return (
    <ul className={classes.cards}>
      {accounts.map((account) => (
        <Card key={account.id} account={account} onManage={onManage} />
      ))}
    </ul>
  )
}

function Card({ account, onManage }: { account: ListedAccount; onManage: AccountCardsProps['onManage'] }) {
  const a = account.attributes
  return (
    <li className={classes.card}>
      <AccountName account={account} />
      <div>
        {[a.email, a.full_phone_number].filter(Boolean).map((contact) => (
          <Text key={contact}>{contact}</Text>
        ))}
      </div>
      <Text size="sm" c="dimmed">
        {t(roleText[a.role])}
        <br />
        {t('admin.lastSeen')}: {a.last_seen_at ? shortDate(a.last_seen_at) : t('admin.never')}
      </Text>
      <Button
        variant="light"
        onClick={() => onManage(account)}
        aria-label={t('admin.manageOf', { name: nameOf(a) })}
      >
        {t('admin.manage')}
      </Button>
    </li>
  )
}

interface AccountTableProps {
  accounts: readonly ListedAccount[]
  onManage: (account: ListedAccount) => void
}

function AccountTable({ accounts, onManage }: AccountTableProps) {
  return (
    <div className={classes.table}>
      <Table verticalSpacing={6} horizontalSpacing="md" highlightOnHover>
        <ColumnHeads columns={columns} />
        <Table.Tbody>
          {accounts.map((account) => (
            <Row key={account.id} account={account} onManage={onManage} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function Row({ account, onManage }: { account: ListedAccount; onManage: AccountTableProps['onManage'] }) {
  const a = account.attributes
  return (
    <Table.Tr>
      <Table.Td miw="12rem">
        <AccountName account={account} />
      </Table.Td>
      <Table.Td>
        {a.email}
        {a.full_phone_number && (
          <Text size="sm" c="dimmed">
            {a.full_phone_number}
          </Text>
        )}
      </Table.Td>
      <Table.Td className={classes.still ?? ''}>{t(roleText[a.role])}</Table.Td>
      <Table.Td className={classes.still ?? ''}>{shortDate(a.created_at)}</Table.Td>
      <Table.Td className={classes.still ?? ''}>
        {a.last_seen_at ? shortDate(a.last_seen_at) : t('admin.never')}
      </Table.Td>
      <Table.Td>
        <Button
          variant="subtle"
          px="xs"
          onClick={() => onManage(account)}
          aria-label={t('admin.manageOf', { name: nameOf(a) })}
        >
          {t('admin.manage')}
        </Button>
      </Table.Td>
    </Table.Tr>
  )
}

/** The account's name and badges. */
function AccountName({ account }: { account: ListedAccount }) {
  const a = account.attributes
  const own = useSession()?.userId === account.id
  return (
    <Group gap={8} wrap="wrap">
      <Text span inherit className={classes.name ?? ''}>
        {nameOf(a)}
      </Text>
      {own && <Mark text={t('admin.you')} />}
      {a.is_invited && !a.is_disabled && <Mark text={t('admin.stateInvited')} />}
      {a.is_deleted && <Mark text={t('admin.stateDeleted')} warning />}
      {a.is_disabled && <Mark text={t('admin.stateDisabled')} warning />}
    </Group>
  )
}

function Mark({ text, warning = false }: { text: string; warning?: boolean }) {
  return (
    <Badge
      variant={warning ? 'default' : 'light'}
      tt="none"
      fw={600}
      {...(warning ? { c: 'var(--mantine-color-error)' } : {})}
    >
      {text}
    </Badge>
  )
}
