import { Anchor, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { Link, useNavigate } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { forgetPhoneEntry, type PhoneEntry, phoneEntry } from '#web/lib/phone/phone-entry.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { NameFields } from '#web/ui/name-fields.tsx'
import { Redirect } from '#web/ui/redirect.tsx'
import { checkDetails, type Person } from './check-sign-up.ts'
import { createPhoneAccount } from './create-account.ts'
import { logInNewAccount } from './log-in-new-account.ts'
import { PasswordAndConsent } from './password-and-consent.tsx'
import { useSignUpForm } from './use-sign-up-form.ts'

const empty: Person = { firstName: '', lastName: '', email: '', password: '', confirm: '' }

/** The details of a sign-up by phone, after the correct code. */
export function DetailsScreen() {
  const navigate = useNavigate()
  const [entry] = useState(phoneEntry)
  useTitle(t('entry.detailsTitle'))
  if (!entry?.confirmed) return <Redirect to="/PhoneRegistration" replace />
  return (
    <EntryPage title={t('entry.detailsTitle')}>
      <Text mb="md">{t('entry.detailsText', { phone: entry.fullPhone })}</Text>
      <DetailsForm
        entry={entry}
        onCreated={async (password) => {
          const { fullPhone, phone } = entry
          await logInNewAccount(navigate, {
            login: { type: 'sms_account', attributes: { full_phone_number: fullPhone, password } },
            otherwise: { to: '/PhoneLogin', state: { phone } },
          })
          forgetPhoneEntry()
        }}
      />
    </EntryPage>
  )
}

interface Props {
  entry: PhoneEntry
  onCreated: (password: string) => Promise<void>
}

function DetailsForm({ entry, onCreated }: Props) {
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
