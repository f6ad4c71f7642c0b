import { Button, Paper, Text, Title } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'

/** Link to the settings. The side menu has no entry for them. */
export function SettingsLink() {
  return (
    <Paper component="section" withBorder radius="lg" p="lg" aria-labelledby="settings">
      <Title order={2} id="settings" mb={4}>
        {t('settings.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('settings.profileText')}
      </Text>
      <Button
        component={Link}
        to="/Settings2"
        variant="default"
        leftSection={<IconSettings size={18} aria-hidden />}
      >
        {t('settings.open')}
      </Button>
    </Paper>
  )
}
