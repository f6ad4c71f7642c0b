import * as z from 'zod/mini'
import { record } from '../wire.ts'

/** The caller's account as shown in the profile (spec §3 'User profile'). */
export const Profile = z.object({
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** The three-digit area code of a North American number; the country's calling code of any other. */
  country_code: z.string(),
  phone_number: z.string(),
  /** '+' and all digits; '' if there is none. */
  full_phone_number: z.string(),
  company_name: z.string(),
  photo: z.nullable(z.object({ url: z.string(), filename: z.string() })),
  /** EmailAccount, SocialAccount or SmsAccount. */
  type: z.string(),
  created_at: z.string(),
  email_proven: z.boolean(),
  phone_proven: z.boolean(),
  has_password: z.boolean(),
  /** An address whose mailed link is not opened yet; '' if there is none. */
  new_email: z.string(),
})

export const ProfileReply = z.object({
  data: record(Profile),
  meta: z.object({ role: z.enum(['admin', 'surveyor']) }),
})
