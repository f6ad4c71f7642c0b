import { Stack, TextInput } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import { FormError } from '#web/ui/form-error.tsx'
import { NameFields } from '#web/ui/name-fields.tsx'
import { PhoneFields } from '#web/ui/phone-fields.tsx'
import { checkSignUp, type SignUp } from './check-sign-up.ts'
import { createAccount } from './create-account.ts'
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

type Chosen = Pick<SignUp, 'email' | 'password'>

export function SignUpForm({ onCreated }: { onCreated: (chosen: Chosen) => Promise<void> }) {
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
