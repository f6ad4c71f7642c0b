import { useState } from 'react'
import { logOut } from '#contract/accounts/accounts.ts'
import { call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { forgetLocal } from '#web/lib/session/forget-local.ts'
import { beginLogout, clearSession, currentSession } from '#web/lib/session/session.ts'

/** Milliseconds: enough for a slow connection without keeping the user waiting. */
const logoutWait = 5_000

/** Ends the session here and on the server. Keeps unsent work on the device and deletes the rest. */
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
    beginLogout()
    const forget = () => {
      clearSession()
      forgetLocal(account)
    }
    // If the user leaves the page during the call, the session ends here too.
    window.addEventListener('pagehide', forget)
    // Best effort: the device forgets the token even offline.
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
    const ended = await import('#web/offline/outbox/send-all-waiting.ts')
      .then(({ sendAllWaiting }) => sendAllWaiting(account))
      // Nothing is cleared; the message says that some work was not sent.
      .catch(() => 'not-reached' as const)
    if (ended === 'sent') return leave()
    setBusy(null)
    setError(t('accounts.logoutNotSent'))
  }
  return { busy, error, stay, leave: () => void leave(), sendAndLeave: () => void sendAndLeave() }
}

async function forgetSent(account: string): Promise<void> {
  const [{ leaveDevice }, { logError }] = await Promise.all([
    import('#web/offline/account/leave-account.ts'),
    import('#web/offline/store/journal.ts'),
  ])
  await leaveDevice(account).catch(logError('leave device'))
}
