/**
 * Returns @page rules with the survey's name and page numbers. As a constructed stylesheet they need no
 * inline style, which the content security policy may forbid.
 */
export function pageMargins(name: string): string {
  const line = 'font: 8.5pt system-ui, sans-serif; color: #5c6670;'
  return `@page {
    @top-left { content: ${cssString(shortened(name))}; ${line} }
    @bottom-right { content: counter(page) " / " counter(pages); ${line} }
  }
  @page :first { @top-left { content: none } }`
}

/** A CSS string literal. Escapes everything but letters, digits and spaces, so the text cannot end it. */
export function cssString(text: string): string {
  const safe = [...text].map((sign) =>
    /[\p{L}\p{N} ]/u.test(sign) ? sign : `\\${sign.codePointAt(0)?.toString(16) ?? '20'} `,
  )
  return `"${safe.join('')}"`
}

const lineLength = 80

function shortened(name: string): string {
  const signs = [...name]
  return signs.length <= lineLength ? name : `${signs.slice(0, lineLength - 1).join('')}…`
}
