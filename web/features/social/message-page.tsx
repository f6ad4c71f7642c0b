import { Button, Loader, Stack, Text } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import { useTitle } from '#web/lib/page/title.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'

/** A page with a message and OK. */
export function MessagePage({ title, text, onOk }: { title: string; text: string; onOk: () => void }) {
  useTitle(title)
  return (
    <EntryPage title={title}>
      <Text mb="lg" role="status">
        {text}
      </Text>
      <Button fullWidth onClick={onOk} autoFocus>
        {t('common.ok')}
      </Button>
    </EntryPage>
  )
}

/** Shown while the server verifies the login with the provider. */
export function Checking({ title }: { title: string }) {
  return (
    <EntryPage title={title}>
      <Stack align="center" gap="md" py="lg" role="status">
        <Loader aria-hidden />
        <Text>{t('social.checking')}</Text>
      </Stack>
    </EntryPage>
  )
}
