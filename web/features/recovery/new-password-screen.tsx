import { setPasswordByCode } from '#contract/accounts/recovery.ts'
import { call, type Failure } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { useLocation, useNavigate } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'
import { Redirect } from '#web/ui/redirect.tsx'
import { checkChosen, type Passwords } from './check-passwords.ts'
import { endRecovery } from './end-recovery.ts'
import { NewPasswordForm } from './new-password-form.tsx'
import { storeRecoveryError } from './recovery-storage.ts'
import { tokenIn } from './token-in.ts'

/** Sets a new password after a correct code. Without its token, starts over. */
export function NewPasswordScreen() {
  const { state } = useLocation()
  const navigate = useNavigate()
  const token = tokenIn(state)
  useTitle(t('recovery.newTitle'))
  if (token === null) return <Redirect to="/ForgotPasswordOTP" replace />

  async function send({ password, confirm }: Passwords): Promise<Failure | null> {
    const attributes = { token: token ?? '', new_password: password, confirm_password: confirm }
    const result = await call(setPasswordByCode, { body: { data: { attributes } } })
    if (!result.ok) return result
    const { id, attributes: account } = result.reply.data
    endRecovery(id)
    await navigate('/passwords/reset_confirmation', { replace: true, state: { email: account.email } })
    return null
  }
  return (
    <EntryPage title={t('recovery.newTitle')}>
      <NewPasswordForm
        labels={{ password: t('accounts.password'), confirm: t('accounts.confirmPassword') }}
        check={checkChosen}
        send={send}
        onOver={(message) => {
          storeRecoveryError(message)
          navigate('/passwords', { replace: true })
        }}
      />
    </EntryPage>
  )
}
