import { Alert, Button, Group } from '@mantine/core'
import { IconCheck, IconFileSpreadsheet, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { AccountDialog } from './account-dialog.tsx'
import { AccountFilters } from './account-filters.tsx'
import { AccountList } from './account-list.tsx'
import type { ChangeState, ConsoleState } from './console-state.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { InviteFileDialog } from './invite-file-dialog.tsx'
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
