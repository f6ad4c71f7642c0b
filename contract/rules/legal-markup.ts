/** What a legal text may be made of once it is HTML; everything else is left out, on the server and in the browser. */
export const legalTags: readonly string[] = [
  ...['h1', 'h2', 'h3', 'h4', 'p', 'ul', 'ol', 'li'],
  ...['b', 'strong', 'i', 'em', 'a', 'br'],
]

/** Where a link of a legal text may lead. */
export const legalLink = /^(?:https:\/\/[^\s\\]+|mailto:[^\s\\]+)$/i

/** The beginning of a tag, comment, declaration or instruction, but no address in angle brackets. */
const tagStart = /<(?!(?:https:\/\/|mailto:)[^\s<>"'`]+>)(?=[a-z/!?])/gi

/**
 * Markdown without HTML in it: what would be a tag is text from here on, and is shown as it was typed. Applied to what
 * is kept, so that it harms nobody who shows it in another way than we do; twice is the same as once.
 */
export function withoutTags(markdown: string): string {
  return markdown.replace(tagStart, '&lt;')
}

const asTyped = () => undefined

/** For the reader of markdown: raw HTML, and what the allowed tags cannot show, stays as it was typed. */
export const legalTokenizer = {
  html: asTyped,
  tag: asTyped,
  table: asTyped,
  code: asTyped,
  blockquote: asTyped,
}

/** A page has a heading of its own above those of the text. */
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
