import { Anchor, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import type { PhoneEntry } from '#web/lib/phone/phone-entry.ts'
import { FormError } from '#web/ui/form-error.tsx'
import { NameFields } from '#web/ui/name-fields.tsx'
import { checkDetails, type Person } from './check-sign-up.ts'
import { createPhoneAccount } from './create-account.ts'
import { PasswordAndConsent } from './password-and-consent.tsx'
import { useSignUpForm } from './use-sign-up-form.ts'

const empty: Person = { firstName: '', lastName: '', email: '', password: '', confirm: '' }

interface Props {
  entry: PhoneEntry
  onCreated: (password: string) => Promise<void>
}

export function DetailsForm({ entry, onCreated }: Props) {
  const [codeOver, setCodeOver] = useState(false)
  const { given, errors, busy, form, input, submit } = useSignUpForm({
    empty,
    check: checkDetails,
    create,
    onCreated: ({ password }) => onCreated(password),
  })

  async function create(person: Person) {
    const refused = await createPhoneAccount(person, entry)
    setCodeOver(refused?.codeOver === true)
    return refused?.errors ?? null
  }

  return (
    <form onSubmit={submit} noValidate ref={form}>
      <Stack gap="md">
        <FormError text={errors.form}>
          {codeOver && (
            <Anchor component={Link} to="/PhoneRegistration" inherit>
              {t('entry.sendCode')}
            </Anchor>
          )}
        </FormError>
        <NameFields input={input} />
        <TextInput
          label={`${t('accounts.email')} ${t('accounts.optional')}`}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          {...input('email')}
        />
        <PasswordAndConsent input={input} password={given.password} busy={busy} />
      </Stack>
    </form>
  )
}
