import { say } from '#web/lib/say.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { UnsentNotice } from './unsent-notice.tsx'
import { useLogout } from './use-logout.ts'

export function LogoutDialog() {
  const { busy, stay, leave } = useLogout()
  return (
    <ConfirmDialog
      opened
      onClose={stay}
      onConfirm={leave}
      title={say('accounts.logoutTitle')}
      text={say('accounts.logoutText')}
      confirm={say('accounts.logoutButton')}
      cancel={say('accounts.logoutStay')}
      busy={busy}
    >
      <UnsentNotice />
    </ConfirmDialog>
  )
}
