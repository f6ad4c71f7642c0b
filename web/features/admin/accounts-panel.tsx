import { Alert, Button, Group, NativeSelect, Text } from '@mantine/core'
import { IconCheck, IconFileSpreadsheet, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { deliveryNotice } from '#contract/messages/delivery-notices.ts'
import { t } from '#web/lib/language/translate.ts'
import { useAbilities } from '#web/lib/session/use-abilities.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { AccountDialog } from './account-dialog.tsx'
import { AccountList } from './account-list.tsx'
import { type ChangeState, type ConsoleState, roles, states } from './console-state.ts'
import classes from './filters.module.css'
import { InviteFileDialog } from './invite-file-dialog.tsx'
import { InviteForm } from './invite-form.tsx'
import { roleText, stateText } from './labels.ts'
import { accountsQuery, type ListedAccount, reloadAccounts } from './queries.ts'
import { useNotice } from './use-notice.ts'

interface Props {
  state: ConsoleState
  onChange: ChangeState
}

/** The Accounts tab: list, invitations, roles, disabling. */
export function AccountsPanel({ state, onChange }: Props) {
  const [notice, setNotice] = useNotice()
  const [inviting, setInviting] = useState(false)
  const [fromFile, setFromFile] = useState(false)
  const [managed, setManaged] = useState<ListedAccount | null>(null)
  const listed = useQuery(accountsQuery(state))
  // The dialog may have opened before the list was reloaded.
  const account = listed.data?.data.find(({ id }) => id === managed?.id) ?? managed

  function done(text: string) {
    void reloadAccounts()
    setNotice(text)
    setInviting(false)
    setManaged(null)
  }

  return (
    <>
      <AccountFilters state={state} onChange={onChange}>
        <Group gap="xs">
          <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setInviting(true)}>
            {t('admin.invite')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
            onClick={() => setFromFile(true)}
          >
            {t('admin.fileInvite')}
          </Button>
        </Group>
      </AccountFilters>
      <div role="status">
        {notice && (
          <Alert
            mb="md"
            color="green"
            icon={<IconCheck aria-hidden />}
            withCloseButton
            closeButtonLabel={t('common.close')}
            onClose={() => setNotice('')}
          >
            {notice}
          </Alert>
        )}
      </div>
      <AccountList state={state} onChange={onChange} onManage={setManaged} />
      {inviting && <InviteDialog onClose={() => setInviting(false)} onDone={done} />}
      {fromFile && (
        <InviteFileDialog onClose={() => setFromFile(false)} onInvited={() => void reloadAccounts()} />
      )}
      {account && (
        <AccountDialog
          account={account}
          onClose={() => setManaged(null)}
          onDone={done}
          onActivity={() =>
            onChange({ tab: 'audit', account: account.id, action: null, from: null, to: null })
          }
        />
      )}
    </>
  )
}

interface InviteDialogProps {
  onClose: () => void
  onDone: (text: string) => void
}

function InviteDialog({ onClose, onDone }: InviteDialogProps) {
  const sends = useAbilities()
  const [busy, setBusy] = useState(false)
  return (
    <Dialog opened onClose={busy ? () => undefined : onClose} title={t('admin.inviteTitle')}>
      <Text mb="md">{t(deliveryNotice('admin.inviteText', sends.email))}</Text>
      <InviteForm
        busy={busy}
        onBusy={setBusy}
        onClose={onClose}
        onInvited={(email) => onDone(t(deliveryNotice('admin.invited', sends.email), { email }))}
      />
    </Dialog>
  )
}

interface AccountFiltersProps {
  state: ConsoleState
  onChange: ChangeState
  children: ReactNode
}

function AccountFilters({ state, onChange, children }: AccountFiltersProps) {
  return (
    <search className={classes.bar}>
      <SearchField
        className={classes.wide ?? ''}
        label={t('admin.searchAccounts')}
        placeholder={t('admin.searchHint')}
        value={state.search}
        onSearch={(search) => onChange({ search }, { replace: true })}
      />
      <NativeSelect
        className={classes.narrow ?? ''}
        label={t('accounts.role')}
        value={state.role ?? ''}
        data={[
          { value: '', label: t('admin.roleAll') },
          ...roles.map((role) => ({ value: role, label: t(roleText[role]) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ role: roles.find((role) => role === value) ?? null })
        }
      />
      <NativeSelect
        className={classes.narrow ?? ''}
        label={t('admin.state')}
        value={state.state ?? ''}
        data={[
          { value: '', label: t('admin.stateAll') },
          ...states.map((one) => ({ value: one, label: t(stateText[one]) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ state: states.find((one) => one === value) ?? null })
        }
      />
      <div className={classes.button}>{children}</div>
    </search>
  )
}
