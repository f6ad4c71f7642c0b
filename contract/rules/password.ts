import * as z from 'zod/mini'
import { limits } from '../limits.ts'

/** The live checklist: each rule with its message (spec §5 Passwords). */
export const passwordRules = [
  { key: 'accounts.ruleLength', test: (text: string) => text.length >= limits.passwordMin },
  { key: 'accounts.ruleCapital', test: (text: string) => /\p{Lu}/u.test(text) },
  { key: 'accounts.ruleLowercase', test: (text: string) => /\p{Ll}/u.test(text) },
  { key: 'accounts.ruleDigit', test: (text: string) => /\d/.test(text) },
] as const

/** Sent to the screens by `profile/validations`. */
export const passwordPattern = `^(?=.*[A-Z])(?=.*[a-z])(?=.*\\d).{${limits.passwordMin},${limits.passwordMax}}$`

export const NewPassword = z.string().check(
  z.maxLength(limits.passwordMax, 'accounts.passwordNotValid'),
  z.refine((text) => passwordRules.every((rule) => rule.test(text)), 'accounts.passwordNotValid'),
)

/** An existing password: only its length is limited, because hashing is slow by design. */
export const CurrentPassword = z
  .string()
  .check(z.maxLength(limits.passwordMax, 'profile.currentPasswordNotValid'))
