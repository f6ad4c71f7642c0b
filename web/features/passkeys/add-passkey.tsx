import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { t } from '#web/lib/language/translate.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { reloadPasskeys } from './queries.ts'
import { registerPasskey } from './register-passkey.ts'

/** Asks for a name and, if the login is old, the password; then opens the browser's passkey prompt. */
export function AddPasskey({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState<string | null>(null)
  const [errors, setErrors] = useState<{ name?: string; password?: string; form?: string }>({})
  const [busy, setBusy] = useState(false)

  async function add(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (name.trim() === '') return setErrors({ name: t('passkeys.nameMissing') })
    setBusy(true)
    const refused = await registerPasskey(name, password)
    setBusy(false)
    if (refused) {
      if (refused.password) setPassword((given) => given ?? '')
      return setErrors(refused)
    }
    void reloadPasskeys()
    onClose()
  }

  return (
    <Dialog opened onClose={onClose} title={t('passkeys.add')}>
      <form onSubmit={add} noValidate>
        <Stack gap="md">
          <FormError text={errors.form} />
          <Text>{t('passkeys.addText')}</Text>
          <TextInput
            label={t('passkeys.name')}
            description={t('passkeys.nameHint')}
            value={name}
            maxLength={limits.passkeyNameMax}
            error={errors.name}
            data-autofocus
            onChange={(event) => {
              setName(event.currentTarget.value)
              setErrors({})
            }}
          />
          {password !== null && (
            <PasswordField
              label={t('passkeys.currentPassword')}
              autoComplete="current-password"
              value={password}
              error={errors.password}
              autoFocus
              onChange={(event) => {
                setPassword(event.currentTarget.value)
                setErrors({})
              }}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={busy}>
              {t('common.continue')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
