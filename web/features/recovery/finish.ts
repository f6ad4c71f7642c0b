import { clearSession, currentSession } from '#web/lib/session/session.ts'
import { forgetRecoveryEmail } from './storage.ts'

/** All sessions of the account ended: one on this device is put away without asking. What waits to be sent stays. */
export function recoveryDone(accountId: string): void {
  forgetRecoveryEmail()
  if (currentSession()?.userId === accountId) clearSession()
}
