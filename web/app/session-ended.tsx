import { t } from '#web/lib/language/translate.ts'
import { acknowledgeExpiry } from '#web/lib/session/session.ts'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'

/** Shown once above the login after the session ended. Unsent work stays on the device. */
export function SessionEnded() {
  return (
    <NoticeDialog
      opened
      onClose={acknowledgeExpiry}
      title={t('accounts.sessionExpired')}
      text={t('accounts.logInAgain')}
    />
  )
}
