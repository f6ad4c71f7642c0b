import { useState } from 'react'
import { endSession } from '#contract/accounts/accounts.ts'
import { call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { deviceName } from '#web/lib/session/device-name.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { type Device, reloadSessions } from './queries.ts'

export function EndDeviceDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function end() {
    setBusy(true)
    const result = await call(endSession, { params: { id: device.id } })
    setBusy(false)
    // 404: already ended.
    if (!result.ok && result.status !== 404) return setError(result.message)
    void reloadSessions()
    onClose()
  }

  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={end}
      title={t('accounts.endDevice', { device: deviceName(device.attributes.user_agent) })}
      text={t('accounts.endConfirm')}
      confirm={t('accounts.end')}
      cancel={t('common.cancel')}
      danger
      busy={busy}
      error={error}
    />
  )
}
