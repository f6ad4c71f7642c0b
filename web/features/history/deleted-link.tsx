import { Button, Group } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router'
import { t } from '#web/lib/language/translate.ts'

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
        {t('deleted.title')}
      </Button>
    </Group>
  )
}
