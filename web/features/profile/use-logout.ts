import { useState } from 'react'
import { logOut } from '#contract/accounts/accounts.ts'
import { call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { forgetLocal } from '#web/lib/session/forget-local.ts'
import { beginLeaving, clearSession, currentSession } from '#web/lib/session/session.ts'

/** Long enough for a slow line, short enough for a person who wants to leave. */
const logoutWait = 5_000

/**
 * Ends the session here and on the server. Work that waits to be sent stays on the device for its account; what the
 * server has goes from it.
 */
export function useLogout() {
  const navigate = useNavigate()
  const [busy, setBusy] = useState<'leaving' | 'sending' | null>(null)
  const [error, setError] = useState<string | null>(null)

  function stay() {
    if (window.history.state?.idx > 0) navigate(-1)
    else navigate('/profile', { replace: true })
  }
  async function leave() {
    setBusy('leaving')
    const account = currentSession()?.userId ?? ''
    beginLeaving()
    const forget = () => {
      clearSession()
      forgetLocal(account)
    }
    // Whoever loads another page meanwhile has left all the same, and does not stand there with a dead session.
    window.addEventListener('pagehide', forget)
    // Best effort: without the network the device forgets the token all the same.
    await call(logOut, {}, { timeout: logoutWait })
    window.removeEventListener('pagehide', forget)
    navigate('/', { replace: true })
    forget()
    await forgetSent(account)
  }
  async function sendAndLeave() {
    setBusy('sending')
    setError(null)
    const account = currentSession()?.userId ?? ''
    const ended = await import('#web/offline/outbox/send-what-waits.ts')
      .then(({ sendWhatWaits }) => sendWhatWaits(account))
      // Nothing is cleared where something was not sent, and the person is told so.
      .catch(() => 'not-reached' as const)
    if (ended === 'sent') return leave()
    setBusy(null)
    setError(t('accounts.logoutNotSent'))
  }
  return { busy, error, stay, leave: () => void leave(), sendAndLeave: () => void sendAndLeave() }
}

async function forgetSent(account: string): Promise<void> {
  const [{ leaveDevice }, { noted }] = await Promise.all([
    import('#web/offline/account/leave-account.ts'),
    import('#web/offline/store/journal.ts'),
  ])
  await leaveDevice(account).catch(noted('leave device'))
}
