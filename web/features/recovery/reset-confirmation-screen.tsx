import { Button, Text } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import { Link, useLocation } from '#web/lib/page/router.tsx'
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
