import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { say } from '#web/lib/say.ts'

export function ToLogin() {
  return (
    <Text>
      {say('accounts.haveAccount')}{' '}
      <Anchor component={Link} to="/" fw={600}>
        {say('accounts.logInButton')}
      </Anchor>
    </Text>
  )
}
