import { Alert, Button } from '@mantine/core'
import { IconCheck, IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { say } from '#web/lib/say.ts'
import { AccountDialog } from './account-dialog.tsx'
import { AccountFilters } from './account-filters.tsx'
import { AccountList } from './account-list.tsx'
import type { ChangeState, ConsoleState } from './console-state.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { type Listed, reloadAccounts } from './queries.ts'
import { useNotice } from './use-notice.ts'

interface Props {
  state: ConsoleState
  onChange: ChangeState
}

/** Who has an account; inviting, roles, disabling. */
export function AccountsPanel({ state, onChange }: Props) {
  const [notice, setNotice] = useNotice()
  const [inviting, setInviting] = useState(false)
  const [managed, setManaged] = useState<Listed | null>(null)

  function done(text: string) {
    void reloadAccounts()
    setNotice(text)
    setInviting(false)
    setManaged(null)
  }

  return (
    <>
      <AccountFilters state={state} onChange={onChange}>
        <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setInviting(true)}>
          {say('admin.invite')}
        </Button>
      </AccountFilters>
      <div role="status">
        {notice && (
          <Alert
            mb="md"
            color="green"
            icon={<IconCheck aria-hidden />}
            withCloseButton
            closeButtonLabel={say('common.close')}
            onClose={() => setNotice('')}
          >
            {notice}
          </Alert>
        )}
      </div>
      <AccountList state={state} onChange={onChange} onManage={setManaged} />
      {inviting && <InviteDialog onClose={() => setInviting(false)} onDone={done} />}
      {managed && (
        <AccountDialog
          account={managed}
          onClose={() => setManaged(null)}
          onDone={done}
          onActivity={() =>
            onChange({ tab: 'audit', account: managed.id, action: null, from: null, to: null })
          }
        />
      )}
    </>
  )
}
