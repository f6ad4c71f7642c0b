import * as z from 'zod/mini'
import { limits } from '../limits.ts'

const letter = '\\p{L}'
/** Letters, hyphens and spaces; begins and ends with a letter; 2 to 50 long (spec §5 Names). */
const namePattern = new RegExp(
  `^${letter}[${letter}\\p{M} -]{0,${limits.namePatternMax - 2}}[${letter}\\p{M}]$`,
  'u',
)

/** `first_name` and `last_name` of sign-up and profile. */
export const PersonName = z
  .string()
  .check(
    z.trim(),
    z.maxLength(limits.nameMax, 'accounts.nameInvalid'),
    z.regex(namePattern, 'accounts.nameInvalid'),
  )
