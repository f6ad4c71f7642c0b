import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { emailPattern } from './email-pattern.ts'

/** Lower-cased: one person, one address. `key` is what is said of one that is none. */
export function emailSaying(key: string) {
  return z
    .string()
    .check(z.trim(), z.toLowerCase(), z.maxLength(limits.emailMax, key), z.regex(emailPattern, key))
}

export const Email = emailSaying('accounts.emailNotValid')

const orNothing = new RegExp(`^$|${emailPattern.source}`)

/** '' where nobody has to give one. */
export const OptionalEmail = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(limits.emailMax, 'accounts.emailNotValid'),
    z.regex(orNothing, 'accounts.emailNotValid'),
  )
