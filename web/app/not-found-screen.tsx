import { Button, Text } from '@mantine/core'
import { Link } from 'react-router'
import { say } from '#web/lib/say.ts'
import { useSession } from '#web/lib/session.ts'
import { useTitle } from '#web/lib/title.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'

export function NotFoundScreen() {
  const session = useSession()
  useTitle(say('common.pageNotFound'))
  return (
    <EntryPage title={say('common.pageNotFound')}>
      <Text mb="lg">{say('common.pageNotFoundText')}</Text>
      <Button component={Link} to={session ? '/dashboard' : '/'} fullWidth>
        {say(session ? 'common.toDashboard' : 'common.toLogin')}
      </Button>
    </EntryPage>
  )
}
