import { askResetLink } from '#contract/accounts/recovery.ts'
import { call } from '#web/lib/http/call.ts'

/** Name of the two-minute countdown between links. */
export const linkCountdown = 'recovery-link'

/** Requests a link. Unknown emails get the same reply. The server uses `host` only if configured there. */
export function sendLink(email: string) {
  return call(askResetLink, { body: { data: { attributes: { email } }, host: location.origin } })
}
