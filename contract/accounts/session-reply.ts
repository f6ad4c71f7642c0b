import * as z from 'zod/mini'
import { record } from '../wire.ts'

/** The reply of every login method (spec §3 'Login response'). */
export const SessionReply = z.object({
  data: record(
    z.object({
      first_name: z.string(),
      last_name: z.string(),
      is_one_time_password_expired: z.boolean(),
      /** The account's unconfirmed address; absent once confirmed. */
      unproven_email: z.optional(z.string()),
    }),
  ),
  meta: z.object({ token: z.string(), role: z.enum(['admin', 'surveyor']), expires_at: z.string() }),
})

/**
 * The reply to a new password. Links and codes do not log in: the session is only included if the change was
 * made in the session of a one-time password.
 */
export const PasswordReset = z.object({
  data: record(
    z.object({
      first_name: z.string(),
      last_name: z.string(),
      email: z.string(),
      is_one_time_password_expired: z.boolean(),
    }),
  ),
  meta: z.object({
    message: z.string(),
    token: z.optional(z.string()),
    role: z.optional(z.enum(['admin', 'surveyor'])),
    expires_at: z.optional(z.string()),
  }),
})
