import { Text } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { LogoutWays } from './logout-ways.tsx'
import { useLogout } from './use-logout.ts'
import { useUnsent } from './use-unsent.ts'

export function LogoutDialog() {
  const logout = useLogout()
  const unsent = useUnsent()
  return (
    <Dialog
      ownAddress
      // Who is asked is told at once what is not uploaded.
      opened={unsent !== null}
      onClose={logout.busy === null ? logout.stay : () => undefined}
      title={t('accounts.logoutTitle')}
    >
      <Text mb="md">{t('accounts.logoutText')}</Text>
      {unsent && <LogoutWays {...logout} read={unsent} />}
    </Dialog>
  )
}
