import { Button, Text } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import { infoIn } from '#web/lib/page/info-page.ts'
import { useLocation, useNavigate } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'

/** Shows the title, text and button passed in the history state; without them, a generic error. */
export function InfoScreen() {
  const navigate = useNavigate()
  const info = infoIn(useLocation().state) ?? {
    title: t('menu.infoTitle'),
    body: t('menu.infoText'),
    button: t('common.ok'),
    to: '/dashboard',
    state: null,
  }
  useTitle(info.title)
  return (
    <EntryPage title={info.title}>
      <Text mb="lg" role="status" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {info.body}
      </Text>
      <Button
        fullWidth
        autoFocus
        onClick={() => navigate(info.to, { replace: true, state: info.state ?? null })}
      >
        {info.button}
      </Button>
    </EntryPage>
  )
}
