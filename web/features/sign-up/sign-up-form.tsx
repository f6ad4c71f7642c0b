import { Alert, Button, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { focusFirstWrong } from '#web/lib/first-wrong.ts'
import { say } from '#web/lib/say.ts'
import { LegalConsent } from '#web/ui/legal-consent.tsx'
import { PasswordChecklist } from '#web/ui/password-checklist.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { PhoneFields } from '#web/ui/phone-fields.tsx'
import { checkSignUp, type SignUp, type SignUpErrors } from './check-sign-up.ts'
import { createAccount } from './create-account.ts'

const empty: SignUp = {
  firstName: '',
  lastName: '',
  email: '',
  countryCode: '',
  phone: '',
  password: '',
  confirm: '',
}

export function SignUpForm({ onCreated }: { onCreated: (email: string) => void }) {
  const [given, setGiven] = useState(empty)
  const [errors, setErrors] = useState<SignUpErrors>({})
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  function change(field: keyof SignUp, value: string) {
    setGiven((before) => ({ ...before, [field]: value }))
    setErrors(({ form: _form, [field]: _field, ...others }) => others)
  }
  function input(field: keyof SignUp) {
    return {
      name: field,
      value: given[field],
      error: errors[field],
      onChange: (event: { currentTarget: HTMLInputElement }) => change(field, event.currentTarget.value),
    }
  }
  function refuse(wrong: SignUpErrors) {
    setErrors(wrong)
    focusFirstWrong(form.current)
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const wrong = checkSignUp(given)
    if (Object.keys(wrong).length > 0) return refuse(wrong)
    setBusy(true)
    const refused = await createAccount(given)
    setBusy(false)
    if (refused) refuse(refused)
    else onCreated(given.email.trim())
  }

  return (
    <form onSubmit={submit} noValidate ref={form}>
      <Stack gap="md">
        {errors.form && (
          <Alert color="red" role="alert">
            {errors.form}
          </Alert>
        )}
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextInput label={say('accounts.firstName')} autoComplete="given-name" {...input('firstName')} />
          <TextInput label={say('accounts.lastName')} autoComplete="family-name" {...input('lastName')} />
        </SimpleGrid>
        <TextInput
          label={say('accounts.email')}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          {...input('email')}
        />
        <PhoneFields optional value={given} errors={errors} onChange={change} />
        <PasswordField label={say('accounts.password')} autoComplete="new-password" {...input('password')} />
        <PasswordField
          label={say('accounts.confirmPassword')}
          autoComplete="new-password"
          {...input('confirm')}
        />
        <PasswordChecklist password={given.password} />
        <Text size="sm" c="dimmed">
          <LegalConsent of="accounts.signUpConsent" />
        </Text>
        <Button type="submit" fullWidth loading={busy}>
          {say('accounts.signUpButton')}
        </Button>
      </Stack>
    </form>
  )
}
