import * as z from 'zod/mini'
import { record } from '../wire.ts'

/** What every way of logging in answers (spec §3 'Login response'). */
export const SessionReply = z.object({
  data: record(
    z.object({
      first_name: z.string(),
      last_name: z.string(),
      is_one_time_password_expired: z.boolean(),
      /** The account's address while it is still to be confirmed; absent once it is. */
      unproven_email: z.optional(z.string()),
    }),
  ),
  meta: z.object({ token: z.string(), role: z.enum(['admin', 'surveyor']), expires_at: z.string() }),
})

/**
 * What a new password answers. By link or code nobody is logged in: the session's parts are there only where the change
 * came with the session of a one-time password.
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
