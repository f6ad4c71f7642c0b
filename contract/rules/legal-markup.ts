/** The allowed HTML tags of a legal text; server and browser remove all others. */
export const legalTags: readonly string[] = [
  ...['h1', 'h2', 'h3', 'h4', 'p', 'ul', 'ol', 'li'],
  ...['b', 'strong', 'i', 'em', 'a', 'br'],
]

/** Allowed links of a legal text. */
export const legalLink = /^(?:https:\/\/[^\s\\]+|mailto:[^\s\\]+)$/i

/** The start of a tag, comment, declaration or instruction, except an address in angle brackets. */
const tagStart = /<(?!(?:https:\/\/|mailto:)[^\s<>"'`]+>)(?=[a-z/!?])/gi

/**
 * Escapes HTML in Markdown, so that it shows as typed. Applied before storing, so that other renderers are
 * safe too. Idempotent.
 */
export function withoutTags(markdown: string): string {
  return markdown.replace(tagStart, '&lt;')
}

const asTyped = () => undefined

/** For the Markdown parser: raw HTML, and syntax that the allowed tags cannot show, stays as typed. */
export const legalTokenizer = {
  html: asTyped,
  tag: asTyped,
  table: asTyped,
  code: asTyped,
  blockquote: asTyped,
}

/** Returns the heading level below the page's own heading. */
export function legalHeadingLevel(depth: number): number {
  return Math.min(depth + 1, 4)
}

export function escapedHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
