import { Button, Text } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { useSession } from '#web/lib/session/session.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'

export function NotFoundScreen() {
  const session = useSession()
  useTitle(t('common.pageNotFound'))
  return (
    <EntryPage title={t('common.pageNotFound')}>
      <Text mb="lg">{t('common.pageNotFoundText')}</Text>
      <Button component={Link} to={session ? '/dashboard' : '/'} fullWidth>
        {t(session ? 'common.toDashboard' : 'common.toLogin')}
      </Button>
    </EntryPage>
  )
}
