import type { logIn } from '#contract/accounts/accounts.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { startSession } from './session.ts'
import { keepUnprovenEmail } from './unproven-email.ts'

/** What every way of logging in answers. */
export type LoggedIn = ReplyOf<typeof logIn>

/** Keeps the session on the device. One of a one-time password is never kept: its password comes first. */
export function beginSession({ data, meta }: LoggedIn): void {
  // Known before the first screen is drawn, which asks for it.
  keepUnprovenEmail(data.id, data.attributes.unproven_email ?? '')
  startSession({
    token: meta.token,
    userId: data.id,
    firstName: data.attributes.first_name,
    lastName: data.attributes.last_name,
    role: meta.role,
  })
}
