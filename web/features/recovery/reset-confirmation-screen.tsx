import { Button, Text } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { t } from '#web/lib/language/translate.ts'
import { useTitle } from '#web/lib/page/title.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'

export function ResetConfirmationScreen() {
  const { state } = useLocation()
  useTitle(t('recovery.doneTitle'))
  return (
    <EntryPage title={t('recovery.doneTitle')}>
      <Text role="status" fw={600} mb="xs">
        {t('recovery.changed')}
      </Text>
      <Text mb="lg">{t('recovery.doneText')}</Text>
      <Button component={Link} to="/" state={state} fullWidth autoFocus>
        {t('common.continue')}
      </Button>
    </EntryPage>
  )
}
