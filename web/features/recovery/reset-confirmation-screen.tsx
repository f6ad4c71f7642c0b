import { Button, Text } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { say } from '#web/lib/say.ts'
import { useTitle } from '#web/lib/title.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'

export function ResetConfirmationScreen() {
  const { state } = useLocation()
  useTitle(say('recovery.doneTitle'))
  return (
    <EntryPage title={say('recovery.doneTitle')}>
      <Text role="status" fw={600} mb="xs">
        {say('recovery.changed')}
      </Text>
      <Text mb="lg">{say('recovery.doneText')}</Text>
      <Button component={Link} to="/" state={state} fullWidth autoFocus>
        {say('common.continue')}
      </Button>
    </EntryPage>
  )
}
