import { useState } from 'react'
import { useNavigate } from 'react-router'
import { logOut } from '#contract/accounts.ts'
import { call } from '#web/lib/call.ts'
import { clearSession } from '#web/lib/session.ts'

/** Long enough for a slow line, short enough for a person who wants to leave. */
const logoutWait = 5_000

/** Ends the session here and on the server; work that waits to be sent stays on the device. */
export function useLogout() {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)

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
  return { busy, stay, leave }
}
