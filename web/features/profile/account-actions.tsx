import { Button, Group, Paper, Title } from '@mantine/core'
import { IconLogout, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { DeleteDialog } from './delete-dialog.tsx'

/** Log out and delete account, on the wide profile. */
export function AccountActions() {
  const [deleting, setDeleting] = useState(false)
  return (
    <Paper component="section" withBorder radius="lg" p="lg" aria-labelledby="actions">
      <Title order={2} id="actions" mb="md">
        {t('profile.actions')}
      </Title>
      <Group gap="sm">
        <Button
          component={Link}
          to="/profile/logout"
          variant="default"
          leftSection={<IconLogout size={18} aria-hidden />}
        >
          {t('accounts.logoutButton')}
        </Button>
        <Button
          variant="light"
          color="red"
          leftSection={<IconTrash size={18} aria-hidden />}
          onClick={() => setDeleting(true)}
        >
          {t('profile.deleteButton')}
        </Button>
      </Group>
      {deleting && <DeleteDialog onClose={() => setDeleting(false)} />}
    </Paper>
  )
}
