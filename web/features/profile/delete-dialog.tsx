import { Alert } from '@mantine/core'
import { useState } from 'react'
import { deleteAccount } from '#contract/accounts/profile.ts'
import { limits } from '#contract/limits.ts'
import { call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { forgetLocal } from '#web/lib/session/forget-local.ts'
import { beginLogout, currentSession } from '#web/lib/session/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useUnsent } from './use-unsent.ts'

export function DeleteDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const read = useUnsent()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function remove() {
    setBusy(true)
    const id = currentSession()?.userId ?? ''
    const stay = beginLogout()
    const result = await call(deleteAccount, { params: { id } })
    setBusy(false)
    if (!result.ok) {
      stay()
      return setError(result.message)
    }
    forgetLocal(id)
    // The next screen clears the session: clearing it on this one would redirect to the login.
    navigate('/DeleteConfirmation', { replace: true, state: { deleted: true } })
  }

  return (
    <ConfirmDialog
      // Opens once the unsent work is known, so the first view names it.
      opened={read !== null}
      onClose={onClose}
      onConfirm={remove}
      title={t('profile.deleteTitle')}
      text={t('profile.deleteText', { days: limits.restoreDays })}
      confirm={t('profile.deleteConfirm')}
      cancel={t('common.cancel')}
      danger
      busy={busy}
      error={error}
    >
      {read?.unsent && (
        <Alert color="yellow" role="alert" mb="md">
          {t('profile.deleteUnsent', { what: read.text })}
        </Alert>
      )}
      {read?.known === false && (
        <Alert color="yellow" role="alert" mb="md">
          {t('profile.deleteUnsentUnknown')}
        </Alert>
      )}
    </ConfirmDialog>
  )
}
