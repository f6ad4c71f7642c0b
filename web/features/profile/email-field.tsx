import { Stack, Text, TextInput } from '@mantine/core'
import { deliveryNotice } from '#contract/messages/delivery-notices.ts'
import { t } from '#web/lib/language/translate.ts'
import { useAbilities } from '#web/lib/session/use-abilities.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { type Account, mayChangeEmail } from './fields.ts'
import type { useProfileForm } from './use-profile-form.ts'

interface Props {
  form: ReturnType<typeof useProfileForm>
  account: Account
  passwordOpen: boolean
}

/** Read-only if the email is the login. Otherwise a new one takes effect after its link is opened. */
export function EmailField({ form, account, passwordOpen }: Props) {
  const sends = useAbilities()
  if (!mayChangeEmail(account))
    return (
      <TextInput
        label={t('accounts.email')}
        description={t(
          account.type === 'SocialAccount' ? 'profile.emailSocialHint' : 'profile.emailReadOnlyHint',
        )}
        value={account.email}
        readOnly
        variant="filled"
        type="email"
        autoComplete="email"
      />
    )
  const changed = form.given.email.trim() !== account.email
  return (
    <Stack gap="md">
      <TextInput
        label={t('accounts.email')}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        {...form.input('email')}
      />
      {account.new_email && !changed && (
        <Text size="sm" c="dimmed">
          {t(deliveryNotice('profile.emailWaiting', sends.email), { email: account.new_email })}
        </Text>
      )}
      {changed && account.has_password && !passwordOpen && (
        <PasswordField
          label={t('profile.currentPassword')}
          description={t('profile.currentNeeded')}
          autoComplete="current-password"
          {...form.input('current')}
        />
      )}
    </Stack>
  )
}
