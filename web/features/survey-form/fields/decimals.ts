import { limits } from '#contract/limits.ts'
import { numberIn, withPoint } from '#survey/fields/decimal.ts'

export interface Decimal {
  readonly text: string
  /** Where the caret stands once the rest is out. */
  readonly caret: number
  /** Whether something that was typed is no part of a number. */
  readonly stripped: boolean
}

/** What of a typed or pasted text a decimal field keeps. */
export function decimalOf(typed: string, caret: number): Decimal {
  const pointed = withPoint(typed.trim())
  const text = numberIn(pointed).slice(0, limits.numberDigitsMax)
  const before = numberIn(withPoint(typed.slice(0, caret).trimStart()))
  return { text, caret: Math.min(text.length, before.length), stripped: text !== pointed }
}

/** For keypads without a minus. */
export function turned(text: string): string {
  return text.startsWith('-') ? text.slice(1) : `-${text}`
}
