import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { say } from '#web/lib/say.ts'
import { useTitle } from '#web/lib/title.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'

export function DeletedScreen() {
  useTitle(say('profile.deleted'))
  return (
    <EntryPage title={say('profile.deleted')}>
      <Button component={Link} to="/" fullWidth autoFocus>
        {say('profile.home')}
      </Button>
    </EntryPage>
  )
}
