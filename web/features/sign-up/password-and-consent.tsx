import { Button, Text, type TextInputProps } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import { LegalConsent } from '#web/ui/legal-consent.tsx'
import { PasswordChecklist } from '#web/ui/password-checklist.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'

interface Props {
  input: (field: 'password' | 'confirm') => TextInputProps
  password: string
  busy: boolean
}

/** The end of every sign-up form: password, consent and button. */
export function PasswordAndConsent({ input, password, busy }: Props) {
  return (
    <>
      <PasswordField label={t('accounts.password')} autoComplete="new-password" {...input('password')} />
      <PasswordField
        label={t('accounts.confirmPassword')}
        autoComplete="new-password"
        {...input('confirm')}
      />
      <PasswordChecklist password={password} />
      <Text size="sm" c="dimmed">
        <LegalConsent of="accounts.signUpConsent" />
      </Text>
      <Button type="submit" fullWidth loading={busy}>
        {t('accounts.signUpButton')}
      </Button>
    </>
  )
}
