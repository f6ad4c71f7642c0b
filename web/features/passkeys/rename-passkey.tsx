import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { renamePasskey } from '#contract/accounts/passkeys.ts'
import { limits } from '#contract/limits.ts'
import { call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { type Passkey, reloadPasskeys } from './queries.ts'

export function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [name, setName] = useState(passkey.attributes.name)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function rename(event: FormEvent) {
    event.preventDefault()
    if (name.trim() === '') return setError(t('passkeys.nameMissing'))
    setBusy(true)
    const body = { data: { attributes: { name } } }
    const result = await call(renamePasskey, { params: { id: passkey.id }, body })
    setBusy(false)
    if (!result.ok) return setError(result.message)
    void reloadPasskeys()
    onClose()
  }

  return (
    <Dialog opened onClose={onClose} title={t('passkeys.rename')}>
      <form onSubmit={rename} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('passkeys.name')}
            value={name}
            maxLength={limits.passkeyNameMax}
            error={error}
            data-autofocus
            onChange={(event) => {
              setName(event.currentTarget.value)
              setError(null)
            }}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={busy}>
              {t('common.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
