import * as z from 'zod/mini'
import { limits } from '../limits.ts'

/** Linear on any input: no nested quantifiers. Server-supplied to the screens by `profile/validations`. */
export const emailPattern = /^[A-Za-z0-9_.%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,63}$/

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
