import { Button } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import { reloadPage } from '#web/lib/start/reload.ts'

/** In a bar: loads the page anew once what was typed is on the device. */
export function ReloadButton() {
  return (
    <Button variant="light" size="sm" mih={44} onClick={() => void reloadPage()}>
      {t('common.reload')}
    </Button>
  )
}
