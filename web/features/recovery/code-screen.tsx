import { t } from '#web/lib/language/translate.ts'
import { useLocation, useNavigate } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'
import { CodeForm } from './code-form.tsx'
import { RecoveryLinks } from './recovery-links.tsx'
import { type PendingCode, pendingCodeIn } from './request-code.ts'
import { TargetForm } from './target-form.tsx'

const here = '/ForgotPasswordOTP'

/** Asks for a phone number or email, then for the code. Each step is a history entry, so reload keeps it. */
export function RecoveryCodeScreen() {
  const { state } = useLocation()
  const navigate = useNavigate()
  const awaited = pendingCodeIn(state)
  const title = t(awaited ? 'recovery.codeTitle' : 'recovery.title')
  useTitle(title)
  const other = awaited ? (
    <RecoveryLinks to={here} words={t('recovery.otherTarget')} />
  ) : (
    <RecoveryLinks to="/passwords" words={t('recovery.byLink')} />
  )

  function wait(next: PendingCode, replace: boolean) {
    navigate(here, { replace, state: { awaited: next } })
  }
  return (
    <EntryPage title={title} below={other}>
      {awaited ? (
        <CodeForm
          awaited={awaited}
          onSentAgain={(next) => wait(next, true)}
          onConfirmed={(token) => navigate('/NewPassword', { state: { token } })}
        />
      ) : (
        <TargetForm onSent={(next) => wait(next, false)} />
      )}
    </EntryPage>
  )
}
