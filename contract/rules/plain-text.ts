const lineEnds = /\r\n?/g
/** Everything below the space but tab and line feed, and DEL: PostgreSQL refuses NUL, and no font draws them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are exactly what it removes
const control = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/** Text that can be stored and printed anywhere: one kind of line end, no control characters, no half emoji. */
export function plainText(raw: string): string {
  return raw.replace(lineEnds, '\n').replace(control, '').toWellFormed()
}

/** The first `limit` characters, not ending in half of a pair. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text
  return text.slice(0, limit).replace(/[\ud800-\udbff]$/, '')
}
