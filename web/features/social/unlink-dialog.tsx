import { useState } from 'react'
import { partSocial } from '#contract/accounts/social.ts'
import { call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { type Joined, reloadJoined } from './queries.ts'

export function UnlinkDialog({ joined, onClose }: { joined: Joined; onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { name: provider, email: who } = joined.attributes

  async function part() {
    setBusy(true)
    const result = await call(partSocial, { params: { id: joined.id } })
    setBusy(false)
    // 404: already removed.
    if (!result.ok && result.status !== 404) return setError(result.message)
    void reloadJoined()
    onClose()
  }

  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={part}
      title={t('social.removeTitle', { provider })}
      text={t('social.removeText', { provider, who })}
      confirm={t('social.remove')}
      cancel={t('common.cancel')}
      danger
      busy={busy}
      error={error}
    />
  )
}
