import * as z from 'zod/mini'
import { limits } from '../limits.ts'

const letter = '\\p{L}'
/** Letters, hyphens and spaces; begins and ends with a letter; 2 to 50 long (spec §5 Names). */
const namePattern = new RegExp(
  `^${letter}[${letter}\\p{M} -]{0,${limits.namePatternMax - 2}}[${letter}\\p{M}]$`,
  'u',
)

const rules = [
  z.trim(),
  z.maxLength(limits.nameMax, 'accounts.nameInvalid'),
  z.regex(namePattern, 'accounts.nameInvalid'),
] as const

/** `first_name` and `last_name` where the form itself reports missing ones. */
export const PersonName = z.string().check(...rules)

/** The same with each field's own message for a blank value. */
export const FirstName = z
  .string()
  .check(z.regex(/\S/, { error: 'accounts.firstNameBlank', abort: true }), ...rules)
export const LastName = z
  .string()
  .check(z.regex(/\S/, { error: 'accounts.lastNameBlank', abort: true }), ...rules)
