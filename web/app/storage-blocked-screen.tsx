import { Anchor, Button, Stack, Text } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'
import { ScreenReady } from './screen-ready.tsx'

/**
 * Replaces the login and all screens with input if the browser blocks site data, because typed text would be
 * lost with the page. Shared reports stay readable.
 */
export function StorageBlockedScreen({ path }: { path: string }) {
  useTitle(t('program.storesNothingTitle'))
  return (
    <EntryPage
      title={t('program.storesNothingTitle')}
      below={
        <Anchor component={Link} to="/GuestLogin">
          {t('entry.asGuest')}
        </Anchor>
      }
    >
      <Stack>
        <Text>{t('program.storesNothing')}</Text>
        <Button onClick={() => location.reload()}>{t('common.reload')}</Button>
      </Stack>
      <ScreenReady path={path} />
    </EntryPage>
  )
}
