import type { logIn } from '#contract/accounts/accounts.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { startSession } from './session.ts'
import { storeUnconfirmedEmail } from './unconfirmed-email.ts'

/** The reply of every login method. */
export type LoggedIn = ReplyOf<typeof logIn>

/** Stores the session on the device, except a one-time password's, which requires a new password first. */
export function beginSession({ data, meta }: LoggedIn): void {
  // Stored first, because the first screen reads it.
  storeUnconfirmedEmail(data.id, data.attributes.unproven_email ?? '')
  startSession({
    token: meta.token,
    userId: data.id,
    firstName: data.attributes.first_name,
    lastName: data.attributes.last_name,
    role: meta.role,
  })
}
