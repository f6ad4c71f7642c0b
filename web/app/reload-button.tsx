import { Button } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import { reloadPage } from '#web/lib/start/reload.ts'

/** Reloads the page once all typed text is stored; for use in a bar. */
export function ReloadButton() {
  return (
    <Button variant="light" size="sm" mih={44} onClick={() => void reloadPage()}>
      {t('common.reload')}
    </Button>
  )
}
