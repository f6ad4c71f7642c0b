import { Button, Group, Paper, Skeleton, Stack, Table, Tabs, Text, Title } from '@mantine/core'
import { IconFileText, IconMail, IconTemplate, IconUserSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { storageUse } from '#contract/admin/admin.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { inMb } from '#web/lib/language/file-size.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link, useNavigate, useSearchParams } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { AdminsOnly } from '#web/ui/admins-only.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { AccountsPanel } from './accounts-panel.tsx'
import { AuditPanel } from './audit-panel.tsx'
import { addressOf, type ChangeState, type ConsoleState, stateOf, tabs, withChange } from './console-state.ts'
import { DeletedPanel } from './deleted-panel.tsx'
import { KeysPanel } from './keys-panel.tsx'
import { storageQuery } from './queries.ts'
import classes from './rows.module.css'
import { SystemPanel } from './system-panel.tsx'
import { TeamsPanel } from './teams/teams-panel.tsx'

const kinds = [
  ['photos', 'admin.storagePhotos'],
  ['videos', 'admin.storageVideos'],
  ['plans', 'admin.storagePlans'],
  ['profile_photos', 'admin.storageProfilePhotos'],
] as const

const links = [
  { path: '/Templates', text: 'library.title', Icon: IconTemplate },
  { path: '/TermsConditionsDetail', text: 'admin.linkTerms', Icon: IconFileText },
  { path: '/Emaildeliverability', text: 'admin.linkMessages', Icon: IconMail },
  { path: '/AdvancedSearch', text: 'admin.linkSearch', Icon: IconUserSearch },
] as const

const names = {
  accounts: 'admin.tabAccounts',
  teams: 'teams.title',
  audit: 'admin.tabAudit',
  storage: 'admin.tabStorage',
  deleted: 'admin.tabDeleted',
  keys: 'apiKeys.title',
  system: 'admin.tabSystem',
} as const

export function AdminScreen() {
  useTitle(t('admin.title'))
  return (
    <AdminsOnly>
      <Console />
    </AdminsOnly>
  )
}

function Console() {
  const [state, change] = useConsoleState()
  const chosen = (value: string | null) => tabs.find((tab) => tab === value) ?? 'accounts'
  return (
    <>
      <PageHeader title={t('admin.title')} />
      <ConsoleLinks />
      <Tabs value={state.tab} onChange={(value) => change({ tab: chosen(value) })} keepMounted={false}>
        <Tabs.List aria-label={t('admin.parts')} mb="lg">
          {tabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab} mih={44} px="sm" fz="md">
              {t(names[tab])}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="accounts">
          <AccountsPanel state={state} onChange={change} />
        </Tabs.Panel>
        <Tabs.Panel value="teams">
          <TeamsPanel />
        </Tabs.Panel>
        <Tabs.Panel value="audit">
          <AuditPanel state={state} onChange={change} />
        </Tabs.Panel>
        <Tabs.Panel value="deleted">
          <DeletedPanel state={state} onChange={change} />
        </Tabs.Panel>
        <Tabs.Panel value="keys">
          <KeysPanel state={state} onChange={change} />
        </Tabs.Panel>
        <Tabs.Panel value="system">
          <SystemPanel />
        </Tabs.Panel>
        <Tabs.Panel value="storage">
          <StoragePanel />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

function useConsoleState(): [ConsoleState, ChangeState] {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const state = useMemo(() => stateOf(params), [params])
  const change = useCallback<ChangeState>(
    (part, options = {}) =>
      navigate(addressOf(withChange(state, part)), { replace: options.replace ?? false }),
    [state, navigate],
  )
  return [state, change]
}

/** Links to the other administrator screens. */
function ConsoleLinks() {
  return (
    <Group component="nav" gap="xs" mb="lg" aria-label={t('admin.more')}>
      {links.map(({ path, text, Icon }) => (
        <Button
          key={path}
          component={Link}
          to={path}
          variant="default"
          px="sm"
          leftSection={<Icon size={18} aria-hidden />}
        >
          {t(text)}
        </Button>
      ))}
    </Group>
  )
}

type Use = ReplyOf<typeof storageUse>['data']

/** Storage used by photos, videos and the database, and the accounts that use most. */
function StoragePanel() {
  const { data, error, refetch, isFetching } = useQuery(storageQuery)
  if (error && !data) return <ErrorState text={error.message} onRetry={() => refetch()} busy={isFetching} />
  if (!data) return <Skeleton height={320} maw="44rem" role="status" aria-label={t('common.loading')} />
  return (
    <Stack gap="lg" maw="44rem">
      <Paper component="section" withBorder radius="lg" p="lg" aria-labelledby="storage">
        <Title order={2} id="storage" mb="md">
          {t('admin.storageTitle')}
        </Title>
        <Facts facts={factsOf(data.data)} />
      </Paper>
      <TopAccounts accounts={data.data.accounts} />
    </Stack>
  )
}

function factsOf(use: Use) {
  const total = kinds.reduce((sum, [kind]) => sum + use[kind].bytes, use.database_bytes)
  const files = ({ count, bytes }: Use['photos']) => t('admin.storageFiles', { count, size: inMb(bytes) })
  return [
    ...kinds.map(([kind, name]) => [t(name), files(use[kind])] as const),
    [t('admin.storageDatabase'), inMb(use.database_bytes)] as const,
    [t('admin.storageTotal'), inMb(total)] as const,
  ]
}

function TopAccounts({ accounts }: { accounts: Use['accounts'] }) {
  return (
    <Paper component="section" withBorder radius="lg" p="lg" aria-labelledby="storage-top">
      <Title order={2} id="storage-top" mb={4}>
        {t('admin.storageTop')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t(accounts.length > 0 ? 'admin.storageTopText' : 'admin.storageNone')}
      </Text>
      {accounts.length > 0 && (
        <Table verticalSpacing="xs" aria-labelledby="storage-top">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('accounts.name')}</Table.Th>
              <Table.Th scope="col" className={classes.number ?? ''}>
                {t('admin.storageCount')}
              </Table.Th>
              <Table.Th scope="col" className={classes.number ?? ''}>
                {t('admin.storageSize')}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {accounts.map(({ id, name, count, bytes }) => (
              <Table.Tr key={id}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{name}</Table.Td>
                <Table.Td className={classes.number ?? ''}>{count}</Table.Td>
                <Table.Td className={classes.number ?? ''}>{inMb(bytes)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Paper>
  )
}
