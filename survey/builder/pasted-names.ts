import { limits } from '#contract/limits.ts'
import { oneLine } from '#contract/rules/one-line.ts'

/** List markers: '- ', '• ', '3. ', '[ ] '. */
const listSign = /^(?:[-*•‣▪–]\s+|\d{1,3}[.)]\s+|\[[ xX]?\]\s*)+/u

/** Splits pasted text into names of fields or options, one for each non-empty line. */
export function namesIn(text: string): readonly string[] {
  return text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) =>
      oneLine(line.replace(/\t/g, ' ').trim().replace(listSign, '')).slice(0, limits.formLineMax),
    )
    .filter((line) => line !== '')
}
