import { Text } from '@mantine/core'
import { say } from '#web/lib/say.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { LogoutWays } from './logout-ways.tsx'
import { useLogout } from './use-logout.ts'

export function LogoutDialog() {
  const logout = useLogout()
  return (
    <Dialog
      opened
      onClose={logout.busy === null ? logout.stay : () => undefined}
      title={say('accounts.logoutTitle')}
    >
      <Text mb="md">{say('accounts.logoutText')}</Text>
      <LogoutWays {...logout} />
    </Dialog>
  )
}
