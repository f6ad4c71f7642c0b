import { useState } from 'react'
import { endOtherSessions } from '#contract/accounts/accounts.ts'
import { call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { reloadSessions } from './queries.ts'

export function EndOthersDialog({ onClose }: { onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function end() {
    setBusy(true)
    const result = await call(endOtherSessions, {})
    setBusy(false)
    if (!result.ok) return setError(result.message)
    void reloadSessions()
    onClose()
  }

  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={end}
      title={t('passkeys.endOthersTitle')}
      text={t('passkeys.endOthersText')}
      confirm={t('passkeys.endOthers')}
      cancel={t('common.cancel')}
      danger
      busy={busy}
      error={error}
    />
  )
}
