import { Button, Group, Paper, Text } from '@mantine/core'
import { say } from '#web/lib/say.ts'
import { useTitle } from '#web/lib/title.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { UnsentNotice } from './unsent-notice.tsx'
import { useLogout } from './use-logout.ts'

/** The question of the logout on a screen of its own. */
export function LogoutScreen() {
  const { busy, stay, leave } = useLogout()
  useTitle(say('accounts.logoutTitle'))
  return (
    <>
      <PageHeader title={say('accounts.logoutTitle')} />
      <Paper withBorder radius="lg" p="lg" maw="32rem">
        <Text mb="md">{say('accounts.logoutText')}</Text>
        <UnsentNotice />
        <Group mt="lg" gap="sm">
          <Button variant="default" onClick={stay} disabled={busy}>
            {say('accounts.logoutStay')}
          </Button>
          <Button onClick={leave} loading={busy}>
            {say('accounts.logoutButton')}
          </Button>
        </Group>
      </Paper>
    </>
  )
}
