import { Anchor, Container, Text } from '@mantine/core'
import { Link } from 'react-router'
import { say } from '#web/lib/say.ts'
import { useSession } from '#web/lib/session.ts'
import { useTitle } from '#web/lib/title.ts'
import { PageHeader } from '#web/ui/page-header.tsx'

export function NotFoundScreen() {
  const session = useSession()
  useTitle(say('common.pageNotFound'))
  return (
    <Container component="main" size="xs" py={64}>
      <PageHeader title={say('common.pageNotFound')} />
      <Text mb="md">{say('common.pageNotFoundText')}</Text>
      <Anchor component={Link} to={session ? '/dashboard' : '/'}>
        {say(session ? 'common.toDashboard' : 'common.toLogin')}
      </Anchor>
    </Container>
  )
}
