/**
 * The running lines of the printed pages. They hold the survey's name, so they are made at run time; as a
 * constructed sheet they need no inline style, which the page's security policy may forbid.
 */
export function pageMargins(name: string): string {
  const line = 'font: 8.5pt system-ui, sans-serif; color: #5c6670;'
  return `@page {
    @top-left { content: ${cssString(shortened(name))}; ${line} }
    @bottom-right { content: counter(page) " / " counter(pages); ${line} }
  }
  @page :first { @top-left { content: none } }`
}

/** A CSS string that cannot end early: everything but letters, digits and spaces is written as a code point. */
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
