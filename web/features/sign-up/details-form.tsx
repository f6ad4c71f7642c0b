import { Alert, Anchor, Button, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { focusFirstWrong } from '#web/lib/first-wrong.ts'
import type { PhoneEntry } from '#web/lib/phone-entry.ts'
import { say } from '#web/lib/say.ts'
import { LegalConsent } from '#web/ui/legal-consent.tsx'
import { PasswordChecklist } from '#web/ui/password-checklist.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { checkDetails, type Person, type SignUpErrors } from './check-sign-up.ts'
import { createPhoneAccount, type Refused } from './create-account.ts'

const empty: Person = { firstName: '', lastName: '', email: '', password: '', confirm: '' }

export function DetailsForm({ entry, onCreated }: { entry: PhoneEntry; onCreated: () => void }) {
  const [given, setGiven] = useState(empty)
  const [errors, setErrors] = useState<SignUpErrors & Refused>({})
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  function change(field: keyof Person, value: string) {
    setGiven((before) => ({ ...before, [field]: value }))
    setErrors(({ form: _form, [field]: _field, ...others }) => others)
  }
  function input(field: keyof Person) {
    return {
      name: field,
      value: given[field],
      error: errors[field],
      onChange: (event: { currentTarget: HTMLInputElement }) => change(field, event.currentTarget.value),
    }
  }
  function refuse(wrong: typeof errors) {
    setErrors(wrong)
    focusFirstWrong(form.current)
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const wrong = checkDetails(given)
    if (Object.keys(wrong).length > 0) return refuse(wrong)
    setBusy(true)
    const refused = await createPhoneAccount(given, entry)
    setBusy(false)
    if (refused) refuse(refused)
    else onCreated()
  }

  return (
    <form onSubmit={submit} noValidate ref={form}>
      <Stack gap="md">
        {errors.form && (
          <Alert color="red" role="alert">
            {errors.form}{' '}
            {errors.codeOver && (
              <Anchor component={Link} to="/PhoneRegistration" inherit>
                {say('entry.sendCode')}
              </Anchor>
            )}
          </Alert>
        )}
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextInput label={say('accounts.firstName')} autoComplete="given-name" {...input('firstName')} />
          <TextInput label={say('accounts.lastName')} autoComplete="family-name" {...input('lastName')} />
        </SimpleGrid>
        <TextInput
          label={`${say('accounts.email')} ${say('accounts.optional')}`}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          {...input('email')}
        />
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
