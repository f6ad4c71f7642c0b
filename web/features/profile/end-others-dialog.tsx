import { useState } from 'react'
import { endOtherSessions } from '#contract/accounts.ts'
import { call } from '#web/lib/call.ts'
import { say } from '#web/lib/say.ts'
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
      title={say('passkeys.endOthersTitle')}
      text={say('passkeys.endOthersText')}
      confirm={say('passkeys.endOthers')}
      cancel={say('common.cancel')}
      danger
      busy={busy}
      error={error}
    />
  )
}
