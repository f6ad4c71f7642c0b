import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { passwordRules } from './password.ts'

interface Pair {
  readonly new_password?: string | undefined
  readonly confirm_password?: string | undefined
}

/** Checks a new password and its repetition; errors are reported as `password` for all field names. */
export function newPasswordPair<Given>(pairIn: (given: Given) => Pair) {
  return [
    z.refine<Given>((given) => isFitPassword(pairIn(given).new_password ?? ''), {
      error: 'accounts.newPasswordNotValid',
      path: ['password'],
    }),
    z.refine<Given>((given) => pairIn(given).new_password === pairIn(given).confirm_password, {
      error: 'accounts.passwordsDiffer',
      path: ['password'],
    }),
  ] as const
}

export function isFitPassword(text: string): boolean {
  return text.length <= limits.passwordMax && passwordRules.every((rule) => rule.test(text))
}
