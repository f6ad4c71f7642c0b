import { limits } from '#contract/limits.ts'

/** Keys that a number field never takes (spec §5). */
export const blockedKeys: ReadonlySet<string> = new Set(['e', 'E', '-', '+', ',', '.'])

export interface Digits {
  readonly digits: string
  /** Where the caret stands once the rest is out. */
  readonly caret: number
  readonly stripped: boolean
}

/** What of a typed or pasted text a number field keeps. */
export function digitsOf(text: string, caret: number): Digits {
  const only = (part: string) => part.replace(/[^0-9]/g, '')
  const digits = only(text).slice(0, limits.numberDigitsMax)
  return {
    digits,
    caret: Math.min(digits.length, only(text.slice(0, caret)).length),
    stripped: digits !== text,
  }
}
