import { clearSession, currentSession } from '#web/lib/session/session.ts'
import { forgetRecoveryEmail } from './recovery-storage.ts'

/** The server ended all sessions of the account, so this device clears its own. Unsent work stays. */
export function endRecovery(accountId: string): void {
  forgetRecoveryEmail()
  if (currentSession()?.userId === accountId) clearSession()
}
