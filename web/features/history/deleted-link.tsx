import { Button, Group } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router'
import { say } from '#web/lib/say.ts'

/** Below the list: where surveys that were deleted are kept for a while. */
export function DeletedLink() {
  return (
    <Group mt="lg">
      <Button
        component={Link}
        to="/dashboard/deleted"
        variant="subtle"
        leftSection={<IconTrash size={18} aria-hidden />}
      >
        {say('deleted.title')}
      </Button>
    </Group>
  )
}
