import { Marked } from 'marked'
import sanitizeHtml from 'sanitize-html'
import {
  escapedHtml,
  legalHeadingLevel,
  legalLink,
  legalTags,
  legalTokenizer,
  withoutTags,
} from '#contract/rules/legal-markup.ts'

const markdownReader = new Marked({
  async: false,
  tokenizer: legalTokenizer,
  renderer: {
    heading({ tokens, depth }) {
      const tag = `h${legalHeadingLevel(depth)}`
      return `<${tag}>${this.parser.parseInline(tokens)}</${tag}>\n`
    },
    image: ({ text }) => escapedHtml(text),
  },
})

/** Returns a legal text as HTML with only the allowed tags and links. */
export function renderLegal(markdown: string): string {
  return sanitizeLegal(asHtml(markdown))
}

export function sanitizeLegal(html: string): string {
  return sanitized(html, () => undefined).trim()
}

/** The first link that is not allowed in legal texts; null if all are allowed. */
export function badLinkIn(markdown: string): string | null {
  const bad: string[] = []
  sanitized(asHtml(markdown), (link) => bad.push(link))
  return bad[0] ?? null
}

function sanitized(html: string, onBadLink: (link: string) => void): string {
  return sanitizeHtml(html, {
    allowedTags: [...legalTags],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['https', 'mailto'],
    allowProtocolRelative: false,
    // The content of these is not text, or is parsed by rules other than HTML's.
    nonTextTags: [
      'script',
      'style',
      'textarea',
      'option',
      'noscript',
      'xmp',
      'svg',
      'math',
      'template',
      'iframe',
    ],
    transformTags: {
      a: (tagName, { href }) => {
        if (href !== undefined && legalLink.test(href)) return { tagName, attribs: { href } }
        onBadLink(href ?? '')
        return { tagName, attribs: {} }
      },
    },
  })
}

function asHtml(markdown: string): string {
  const text = withoutTags(markdown)
  try {
    return markdownReader.parse(text, { async: false })
  } catch {
    // Nested too deep for the parser, so it is shown as typed.
    return `<p>${escapedHtml(text)}</p>`
  }
}
