import { Alert } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { logOut } from '#contract/accounts.ts'
import { call } from '#web/lib/call.ts'
import { say } from '#web/lib/say.ts'
import { clearSession } from '#web/lib/session.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** Long enough for a slow line, short enough for a person who wants to leave. */
const logoutWait = 5_000

/** Logging out ends the session here and on the server; work that waits to be sent stays on the device. */
export function LogoutDialog() {
  const navigate = useNavigate()
  const [unsent, setUnsent] = useState(0)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    import('#web/offline/status.ts')
      .then(({ unsentCount }) => unsentCount())
      .then(setUnsent, () => setUnsent(0))
  }, [])

  function stay() {
    if (window.history.state?.idx > 0) navigate(-1)
    else navigate('/profile', { replace: true })
  }
  async function leave() {
    setBusy(true)
    // Best effort: without the network the device forgets the token all the same.
    await call(logOut, {}, { timeout: logoutWait })
    navigate('/', { replace: true })
    clearSession()
  }

  return (
    <ConfirmDialog
      opened
      onClose={stay}
      onConfirm={leave}
      title={say('accounts.logoutTitle')}
      text={say('accounts.logoutText')}
      confirm={say('accounts.logoutButton')}
      cancel={say('accounts.logoutStay')}
      busy={busy}
    >
      {unsent > 0 && (
        <Alert color="yellow" role="alert">
          {say('accounts.logoutUnsent', { count: unsent })}
        </Alert>
      )}
    </ConfirmDialog>
  )
}
