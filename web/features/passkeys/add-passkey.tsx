import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { addPasskey, newPasskeyOptions } from '#contract/accounts/passkeys.ts'
import { limits } from '#contract/limits.ts'
import { byField, call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { createPasskey } from '#web/lib/session/passkey.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { reloadPasskeys } from './queries.ts'

const words = {
  cancelled: 'passkeys.cancelled',
  already: 'passkeys.already',
  unreached: 'common.network',
  failed: 'passkeys.refused',
} as const

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

/** Creates a passkey and registers it. Returns null on success, else error messages by field. */
async function registerPasskey(
  name: string,
  password: string | null,
): Promise<{ password?: string; form?: string } | null> {
  const given = password ? { current_password: password } : {}
  const begun = await call(newPasskeyOptions, { body: { data: { attributes: given } } })
  if (!begun.ok) {
    const asked = byField(begun).password
    return asked ? { password: asked } : { form: begun.message }
  }
  const response = await createPasskey(begun.reply.data.attributes.options)
  if (typeof response === 'string') return { form: t(words[response]) }
  const added = await call(addPasskey, {
    body: { data: { id: begun.reply.data.id, attributes: { name, response } } },
  })
  return added.ok ? null : { form: added.message }
}
