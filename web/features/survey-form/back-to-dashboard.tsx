import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { say } from '#web/lib/say.ts'

export function BackToDashboard() {
  return (
    <Button component={Link} to="/dashboard" variant="default" mx="auto" display="block" w="fit-content">
      {say('form.toHistory')}
    </Button>
  )
}
