import { t } from '#web/lib/language/translate.ts'
import { useLocation, useNavigate } from '#web/lib/page/router.tsx'
import { asksToLogIn, withoutAsking } from '#web/lib/session/return-to.ts'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'

/** Asks for a login after opening a screen that needs an account. */
export function LoginRequiredDialog() {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  return (
    <NoticeDialog
      opened={asksToLogIn(state)}
      // Also clear the history state, which survives a reload.
      onClose={() => navigate({ pathname, search }, { replace: true, state: withoutAsking(state) })}
      title={t('bulk.alert')}
      text={t('bulk.loginFirst')}
    />
  )
}
