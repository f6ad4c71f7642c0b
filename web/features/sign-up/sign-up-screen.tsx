import { t } from '#web/lib/language/translate.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'
import { enterAsCreated } from './log-in-new-account.ts'
import { ToLogin } from './login-link.tsx'
import { OtherSignUps } from './other-sign-ups.tsx'
import { SignUpForm } from './sign-up-form.tsx'

export function SignUpScreen() {
  const navigate = useNavigate()
  useTitle(t('accounts.signUpTitle'))
  return (
    <EntryPage title={t('accounts.signUpTitle')} below={<ToLogin />}>
      <SignUpForm
        onCreated={({ email, password }) =>
          enterAsCreated(navigate, {
            login: { type: 'email_account', attributes: { email, password } },
            otherwise: { to: '/', state: { email } },
          })
        }
      />
      <OtherSignUps />
    </EntryPage>
  )
}
