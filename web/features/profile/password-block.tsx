import { Button, Group, Stack, TextInput } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import { PasswordChecklist } from '#web/ui/password-checklist.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import type { useProfileForm } from './use-profile-form.ts'

interface Props {
  form: ReturnType<typeof useProfileForm>
  opened: boolean
  onToggle: (opened: boolean) => void
}

/** A dummy value with Change, or the three password fields. Closing clears them. */
export function PasswordBlock({ form, opened, onToggle }: Props) {
  if (!opened)
    return (
      <Group align="end" gap="sm" wrap="nowrap">
        <TextInput
          label={t('accounts.password')}
          type="password"
          value="••••••••"
          readOnly
          variant="filled"
          tabIndex={-1}
          autoComplete="off"
          style={{ flex: 1 }}
        />
        <Button
          variant="default"
          aria-label={t('profile.passwordChangeLabel')}
          style={{ flexShrink: 0 }}
          aria-expanded={false}
          onClick={() => onToggle(true)}
        >
          {t('profile.passwordChange')}
        </Button>
      </Group>
    )
  return (
    <Stack gap="md">
      <PasswordFields form={form} autoFocus />
      <div>
        <Button variant="default" aria-expanded onClick={() => onToggle(false)}>
          {t('profile.passwordClose')}
        </Button>
      </div>
    </Stack>
  )
}

/** Current and new password, repeated, with a live checklist. */
export function PasswordFields({ form, autoFocus = false }: { form: Props['form']; autoFocus?: boolean }) {
  return (
    <>
      <PasswordField
        label={t('profile.currentPassword')}
        autoComplete="current-password"
        autoFocus={autoFocus}
        {...form.input('current')}
      />
      <PasswordField
        label={t('accounts.newPassword')}
        autoComplete="new-password"
        aria-describedby="profile-password-rules"
        {...form.input('fresh')}
      />
      <PasswordField
        label={t('profile.retypePassword')}
        autoComplete="new-password"
        {...form.input('retype')}
      />
      <PasswordChecklist id="profile-password-rules" password={form.given.fresh} />
    </>
  )
}
