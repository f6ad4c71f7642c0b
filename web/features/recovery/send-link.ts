import { askResetLink } from '#contract/accounts/recovery.ts'
import { call } from '#web/lib/http/call.ts'

/** What holds the second sending back for two minutes. */
export const linkCountdown = 'recovery-link'

/** The server answers known and unknown addresses alike; `host` counts only where it is configured there. */
export function sendLink(email: string) {
  return call(askResetLink, { body: { data: { attributes: { email } }, host: location.origin } })
}
