import * as z from 'zod/mini'
import { limits } from '../limits.ts'

/** The live checklist: each rule with the words that name it (spec §5 Passwords). */
export const passwordRules = [
  { key: 'accounts.ruleLength', test: (text: string) => text.length >= limits.passwordMin },
  { key: 'accounts.ruleCapital', test: (text: string) => /\p{Lu}/u.test(text) },
  { key: 'accounts.ruleLowercase', test: (text: string) => /\p{Ll}/u.test(text) },
  { key: 'accounts.ruleDigit', test: (text: string) => /\d/.test(text) },
] as const

/** Given to the screens by `profile/validations`. */
export const passwordPattern = `^(?=.*[A-Z])(?=.*[a-z])(?=.*\\d).{${limits.passwordMin},${limits.passwordMax}}$`

export const NewPassword = z.string().check(
  z.maxLength(limits.passwordMax, 'accounts.passwordNotValid'),
  z.refine((text) => passwordRules.every((rule) => rule.test(text)), 'accounts.passwordNotValid'),
)

/** A password that an account has already: only its length is bounded, since hashing is slow on purpose. */
export const CurrentPassword = z
  .string()
  .check(z.maxLength(limits.passwordMax, 'profile.currentPasswordNotValid'))
