import {
  escapedHtml,
  legalHeadingLevel,
  legalLink,
  legalTags,
  legalTokenizer,
  withoutTags,
} from '#contract/rules/legal-markup.ts'

/** Sanitizes the server's HTML once more. DOMPurify loads on first use. */
export async function safeFragment(html: string): Promise<DocumentFragment> {
  const { default: purify } = await import('dompurify')
  const fragment = purify.sanitize(html, {
    ALLOWED_TAGS: [...legalTags],
    ALLOWED_ATTR: ['href'],
    ALLOWED_URI_REGEXP: legalLink,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  })
  // New tab: the current page keeps its typed text.
  for (const link of fragment.querySelectorAll('a[href]')) {
    link.setAttribute('target', '_blank')
    link.setAttribute('rel', 'noopener noreferrer')
  }
  return fragment
}

/** Renders markdown like the server and sanitizes it. */
export async function markdownFragment(markdown: string): Promise<DocumentFragment> {
  return safeFragment(await htmlOf(withoutTags(markdown)))
}

async function htmlOf(text: string): Promise<string> {
  const { Marked } = await import('marked')
  const reader = new Marked({
    async: false,
    tokenizer: legalTokenizer,
    renderer: {
      heading({ tokens, depth }) {
        const tag = `h${legalHeadingLevel(depth)}`
        return `<${tag}>${this.parser.parseInline(tokens)}</${tag}>\n`
      },
      image: ({ text: words }) => escapedHtml(words),
    },
  })
  try {
    return reader.parse(text, { async: false })
  } catch {
    // Nested too deeply for the parser: show it as typed.
    return `<p>${escapedHtml(text)}</p>`
  }
}
