import { Button, Center } from '@mantine/core'
import { Link } from 'react-router'
import { say } from '#web/lib/say.ts'

export function BackToDashboard() {
  return (
    <Center>
      <Button component={Link} to="/dashboard" variant="default">
        {say('form.toHistory')}
      </Button>
    </Center>
  )
}
