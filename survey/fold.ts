/**
 * A text as a search compares it: without case, accents and differences of white space, so that 'cafe' finds
 * 'Café'. What is a part of a text stays a part of it after folding. Quick for thousands of answers: only the
 * characters beyond ASCII are looked at one by one.
 */
export function fold(text: string): string {
  const plain = text.replace(beyondAscii, foldRun).toLowerCase()
  return (unevenGaps.test(plain) ? plain.replace(gaps, ' ') : plain).trim()
}

function foldRun(run: string): string {
  const known = runs.get(run)
  if (known !== undefined) return known
  const made = run
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    // At the end of a word Greek writes another small sigma; the middle of a word may be all that is looked for.
    .replaceAll('ς', 'σ')
  if (run.length <= 2 && runs.size < 5_000) runs.set(run, made)
  return made
}

/** Languages use the same few letters over and over. */
const runs = new Map<string, string>()
const beyondAscii = /[\u0080-\uffff]+/g
const gaps = /\s+/g
const unevenGaps = /\s\s|[^\S ]/
