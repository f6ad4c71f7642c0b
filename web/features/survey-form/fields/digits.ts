import { asciiDigits } from '#survey/fields/number-text.ts'

/** Keys that a number field never takes (spec §5). */
export const blockedKeys: ReadonlySet<string> = new Set(['e', 'E', '-', '+', ',', '.'])

/** What was selected before an event changed the text. */
export interface Selected {
  readonly start: number
  readonly end: number
}

/**
 * All that was entered into a field that shows digits only: `before` with the change that made `text` of its digits.
 * What the field did not take stays known, so that '8', '.', '5' never passes for 85. It goes with the digits beside it.
 */
export function entered(before: string, text: string, { start, end }: Selected): string {
  const digits = before.replace(/\D/g, '')
  const now = asciiDigits(text)
  if (now === digits) return now
  const known = end > start && now.startsWith(digits.slice(0, start)) && now.endsWith(digits.slice(end))
  const from = known ? start : sameStart(digits, now, digits.length)
  const to = known ? end : digits.length - sameEnd(digits, now, Math.min(digits.length, now.length) - from)
  const added = now.slice(from, now.length - (digits.length - to))
  const head = before.slice(0, to > from ? behind(before, from) : inFrontOf(before, from))
  return head + added + before.slice(inFrontOf(before, to))
}

/** The same with a key that was blocked where the caret stands. */
export function withBlocked(before: string, key: string, caret: number): string {
  const at = inFrontOf(before, caret)
  return before.slice(0, at) + key + before.slice(at)
}

/** Where the digit of this index is; the end where there is none. */
function inFrontOf(text: string, index: number): number {
  let left = index
  for (let at = 0; at < text.length; at += 1) {
    if (/\D/.test(text.charAt(at))) continue
    if (left === 0) return at
    left -= 1
  }
  return text.length
}

/** Right behind the digit in front of it. */
function behind(text: string, index: number): number {
  return index === 0 ? 0 : inFrontOf(text, index - 1) + 1
}

function sameStart(a: string, b: string, most: number): number {
  let length = 0
  while (length < most && a.charAt(length) === b.charAt(length)) length += 1
  return length
}

function sameEnd(a: string, b: string, most: number): number {
  let length = 0
  while (length < most && a.at(-1 - length) === b.at(-1 - length)) length += 1
  return length
}
