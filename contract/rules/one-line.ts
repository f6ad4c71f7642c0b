/** A name as it can be stored and printed anywhere: one line, no control characters, no half emoji, no space at the ends. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .toWellFormed()
    .trim()
}
