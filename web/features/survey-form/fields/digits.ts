import { asciiDigits } from '#survey/fields/number-text.ts'

/** Keys that a number field blocks (spec §5). */
export const blockedKeys: ReadonlySet<string> = new Set(['e', 'E', '-', '+', ',', '.'])

/** The selection before an input event. */
export interface SelectionRange {
  readonly start: number
  readonly end: number
}

/**
 * Returns everything the user entered into a field that shows only digits: `before` plus the change that
 * produced `text`. Rejected characters are remembered, so '8', '.', '5' is never read as 85, until the digits
 * beside them are deleted.
 */
export function mergeInput(before: string, text: string, { start, end }: SelectionRange): string {
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

/** Inserts a blocked key at the caret. */
export function insertBlockedKey(before: string, key: string, caret: number): string {
  const at = inFrontOf(before, caret)
  return before.slice(0, at) + key + before.slice(at)
}

/** The position of the digit with this index, or the end of the text. */
function inFrontOf(text: string, index: number): number {
  let left = index
  for (let at = 0; at < text.length; at += 1) {
    if (/\D/.test(text.charAt(at))) continue
    if (left === 0) return at
    left -= 1
  }
  return text.length
}

/** The position right after the digit before this index. */
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
