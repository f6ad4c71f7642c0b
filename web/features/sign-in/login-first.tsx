import { t } from '#web/lib/language/translate.ts'
import { useLocation, useNavigate } from '#web/lib/page/router.tsx'
import { asksToLogIn, withoutAsking } from '#web/lib/session/return-to.ts'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'

/** Above the login, for who opened what is for accounts alone. */
export function LoginFirst() {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  return (
    <NoticeDialog
      opened={asksToLogIn(state)}
      // Out of the history entry too, which a reload keeps.
      onClose={() => navigate({ pathname, search }, { replace: true, state: withoutAsking(state) })}
      title={t('bulk.alert')}
      text={t('bulk.loginFirst')}
    />
  )
}
