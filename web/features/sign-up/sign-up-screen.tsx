import { Button, Divider, Stack, TextInput } from '@mantine/core'
import { IconDeviceMobile, IconUsers } from '@tabler/icons-react'
import { t } from '#web/lib/language/translate.ts'
import { Link, useNavigate } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { useAbilities } from '#web/lib/session/use-abilities.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { NameFields } from '#web/ui/name-fields.tsx'
import { PhoneFields } from '#web/ui/phone-fields.tsx'
import { checkSignUp, type SignUp } from './check-sign-up.ts'
import { createAccount } from './create-account.ts'
import { logInNewAccount } from './log-in-new-account.ts'
import { LoginLink } from './login-link.tsx'
import { PasswordAndConsent } from './password-and-consent.tsx'
import { useSignUpForm } from './use-sign-up-form.ts'

const empty: SignUp = {
  firstName: '',
  lastName: '',
  email: '',
  countryCode: '',
  phone: '',
  password: '',
  confirm: '',
}

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

/** Other sign-up methods below the form: phone, social accounts. */
function OtherSignUps() {
  const { social: hasSocial } = useAbilities()
  const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const
  return (
    <>
      <Divider label={t('entry.otherSignUps')} my="md" />
      <Stack gap="md">
        <Button
          variant="default"
          component={Link}
          to="/PhoneRegistration"
          leftSection={<IconDeviceMobile {...icon} />}
        >
          {t('entry.byPhone')}
        </Button>
        {hasSocial && (
          <Button
            variant="default"
            component={Link}
            to="/SocialMediaAccountRegistrationScreen"
            leftSection={<IconUsers {...icon} />}
          >
            {t('entry.bySocial')}
          </Button>
        )}
      </Stack>
    </>
  )
}

type Chosen = Pick<SignUp, 'email' | 'password'>

function SignUpForm({ onCreated }: { onCreated: (chosen: Chosen) => Promise<void> }) {
  const { given, errors, busy, form, change, input, submit } = useSignUpForm({
    empty,
    check: checkSignUp,
    create: createAccount,
    onCreated: ({ email, password }) => onCreated({ email: email.trim(), password }),
  })
  return (
    <form onSubmit={submit} noValidate ref={form}>
      <Stack gap="md">
        <FormError text={errors.form} />
        <NameFields input={input} />
        <TextInput
          label={t('accounts.email')}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          {...input('email')}
        />
        <PhoneFields optional value={given} errors={errors} onChange={change} />
        <PasswordAndConsent input={input} password={given.password} busy={busy} />
      </Stack>
    </form>
  )
}
