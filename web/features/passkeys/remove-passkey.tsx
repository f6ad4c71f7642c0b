import { useState } from 'react'
import { removePasskey } from '#contract/accounts/passkeys.ts'
import { call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { type Passkey, reloadPasskeys } from './queries.ts'

export function RemovePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function remove() {
    setBusy(true)
    const result = await call(removePasskey, { params: { id: passkey.id } })
    setBusy(false)
    // 404: already removed.
    if (!result.ok && result.status !== 404) return setError(result.message)
    void reloadPasskeys()
    onClose()
  }

  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={remove}
      title={t('passkeys.removeTitle')}
      text={t('passkeys.removeText', { name: passkey.attributes.name })}
      confirm={t('passkeys.remove')}
      cancel={t('common.cancel')}
      danger
      busy={busy}
      error={error}
    />
  )
}
