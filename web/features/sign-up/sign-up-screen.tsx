import { t } from '#web/lib/language/translate.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'
import { logInNewAccount } from './log-in-new-account.ts'
import { LoginLink } from './login-link.tsx'
import { OtherSignUps } from './other-sign-ups.tsx'
import { SignUpForm } from './sign-up-form.tsx'

export function SignUpScreen() {
  const navigate = useNavigate()
  useTitle(t('accounts.signUpTitle'))
  return (
    <EntryPage title={t('accounts.signUpTitle')} below={<LoginLink />}>
      <SignUpForm
        onCreated={({ email, password }) =>
          logInNewAccount(navigate, {
            login: { type: 'email_account', attributes: { email, password } },
            otherwise: { to: '/', state: { email } },
          })
        }
      />
      <OtherSignUps />
    </EntryPage>
  )
}
