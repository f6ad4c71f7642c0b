const lineEnds = /\r\n?/g
/**
 * All control characters except tab and line feed, and DEL: PostgreSQL rejects NUL, and no font draws them.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are exactly what it removes
const control = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/** Makes text safe to store and print: one kind of line end, no control characters or lone surrogates. */
export function plainText(raw: string): string {
  return raw.replace(lineEnds, '\n').replace(control, '').toWellFormed()
}

/** Returns the first `limit` characters without splitting a surrogate pair. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text
  return text.slice(0, limit).replace(/[\ud800-\udbff]$/, '')
}
