/** Makes a name safe to store and print: one line, no control characters or lone surrogates, trimmed. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .toWellFormed()
    .trim()
}
