import { Button, Group, Tabs } from '@mantine/core'
import { IconFileText, IconMail, IconTemplate, IconUserSearch } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { Link, useNavigate, useSearchParams } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { AdminsOnly } from '#web/ui/admins-only.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { AccountsPanel } from './accounts-panel.tsx'
import { AuditPanel } from './audit-panel.tsx'
import { addressOf, type ChangeState, type ConsoleState, stateOf, tabs, withChange } from './console-state.ts'
import { DeletedPanel } from './deleted-panel.tsx'
import { StoragePanel } from './storage-panel.tsx'
import { SystemPanel } from './system-panel.tsx'
import { TeamsPanel } from './teams/teams-panel.tsx'

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
