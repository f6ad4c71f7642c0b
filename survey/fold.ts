/**
 * A text as a search compares it: without case, accents and differences of white space, so that 'cafe' finds
 * 'Café'. What is a part of a text stays a part of it after folding.
 */
export function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase().replace(gaps, ' ').trim()
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      // At the end of a word Greek writes another small sigma; the middle of a word may be all that is looked for.
      .replaceAll('ς', 'σ')
      .replace(gaps, ' ')
      .trim()
  )
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII needs no folding but of case
const plain = /^[\x00-\x7f]*$/
const gaps = /\s+/g
