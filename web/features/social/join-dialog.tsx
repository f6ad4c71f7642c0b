import { Button, Group, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { byField } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import type { Provider } from './provider-buttons.tsx'
import { redirectToProvider } from './redirect-to-provider.ts'

/** Asks for the password if the login is old, then opens the provider. */
export function JoinDialog({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const [password, setPassword] = useState<string | null>(null)
  const [errors, setErrors] = useState<{ password?: string; form?: string }>({})
  const [busy, setBusy] = useState(false)

  async function leave(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const refusal = await redirectToProvider({
      provider: provider.id,
      name: provider.name,
      purpose: 'join',
      ...(password ? { password } : {}),
    })
    if (!refusal) return
    setBusy(false)
    const wrong = byField(refusal).password
    // The first rejection only says that a password is needed.
    if (wrong && password === null) setPassword('')
    else setErrors(wrong ? { password: wrong } : { form: refusal.message })
  }

  return (
    <Dialog opened onClose={onClose} title={t('social.join', { provider: provider.name })}>
      <form onSubmit={leave} noValidate>
        <Stack gap="md">
          <FormError text={errors.form} />
          {password === null ? (
            <Text>{t('social.joinLeaveText', { provider: provider.name })}</Text>
          ) : (
            <>
              <Text>{t('social.joinStartText', { provider: provider.name })}</Text>
              <PasswordField
                label={t('social.currentPassword')}
                autoComplete="current-password"
                value={password}
                error={errors.password}
                autoFocus
                onChange={(event) => {
                  setPassword(event.currentTarget.value)
                  setErrors({})
                }}
              />
            </>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={busy}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={busy} data-autofocus>
              {t('common.continue')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
