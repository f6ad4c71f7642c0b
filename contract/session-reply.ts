import * as z from 'zod/mini'
import { record } from './wire.ts'

/** What every way of logging in answers (spec §3 'Login response'). */
export const SessionReply = z.object({
  data: record(
    z.object({ first_name: z.string(), last_name: z.string(), is_one_time_password_expired: z.boolean() }),
  ),
  meta: z.object({ token: z.string(), role: z.enum(['admin', 'surveyor']), expires_at: z.string() }),
})
