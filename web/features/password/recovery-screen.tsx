import { Button, Text } from '@mantine/core'
import { Link } from 'react-router'
import { say } from '#web/lib/say.ts'
import { useTitle } from '#web/lib/title.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'

/** Says what to do as long as this installation cannot send mail. */
export function RecoveryScreen() {
  useTitle(say('accounts.recoveryTitle'))
  return (
    <EntryPage title={say('accounts.recoveryTitle')}>
      <Text mb="lg">{say('accounts.recoveryText')}</Text>
      <Button component={Link} to="/" fullWidth>
        {say('accounts.backToLogin')}
      </Button>
    </EntryPage>
  )
}
