import { Paper, Text } from '@mantine/core'
import { say } from '#web/lib/say.ts'
import { useTitle } from '#web/lib/title.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { LogoutWays } from './logout-ways.tsx'
import { useLogout } from './use-logout.ts'
import { useUnsent } from './use-unsent.ts'

/** The question of the logout on a screen of its own. */
export function LogoutScreen() {
  const logout = useLogout()
  const unsent = useUnsent()
  useTitle(say('accounts.logoutTitle'))
  return (
    <>
      <PageHeader title={say('accounts.logoutTitle')} />
      <Paper withBorder radius="lg" p="lg" maw="32rem">
        <Text mb="md">{say('accounts.logoutText')}</Text>
        {unsent && <LogoutWays {...logout} read={unsent} />}
      </Paper>
    </>
  )
}
