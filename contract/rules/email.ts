import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { emailPattern } from './email-pattern.ts'

/** Lower-cases, so that one address has one form. `key` is the message for an invalid address. */
export function emailSaying(key: string) {
  return z
    .string()
    .check(z.trim(), z.toLowerCase(), z.maxLength(limits.emailMax, key), z.regex(emailPattern, key))
}

export const Email = emailSaying('accounts.emailNotValid')

const orNothing = new RegExp(`^$|${emailPattern.source}`)

/** '' if omitted. */
export const OptionalEmail = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(limits.emailMax, 'accounts.emailNotValid'),
    z.regex(orNothing, 'accounts.emailNotValid'),
  )
