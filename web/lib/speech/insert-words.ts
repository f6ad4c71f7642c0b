export interface Inserted {
  /** The text to insert at the caret, including spaces. */
  readonly piece: string
  /** Not all words fit. */
  readonly cut: boolean
}

export interface Place {
  readonly text: string
  readonly caret: number
  /** BCP 47, for capitalization. */
  readonly language: string
  /** Maximum length of the whole text. */
  readonly max: number
}

/** Scripts written without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const opensOrSpace = /[\s([{“‘«„/\-–—]$/u
const closes = /^[\s.,;:!?…)\]}”’»%/]/u
const sentenceEnd = /(?:^|\n|[.!?…]["”’)\]]*)\s*$/u

/** Returns dictated words to insert at the caret; the surrounding text never changes. */
export function insertWords(words: string, { text, caret, language, max }: Place): Inserted {
  const before = text.slice(0, caret)
  const after = text.slice(caret)
  const clean = words.replaceAll(/\s+/g, ' ').trim()
  if (clean === '') return { piece: '', cut: false }
  const spoken = sentenceEnd.test(before) ? capital(clean, language) : clean
  const piece = spaceBefore(before, spoken) + spoken + spaceAfter(spoken, after)
  const room = max - text.length
  return piece.length <= room ? { piece, cut: false } : { piece: wholeWords(piece, room), cut: true }
}

function spaceBefore(before: string, words: string): string {
  if (before === '' || opensOrSpace.test(before) || closes.test(words)) return ''
  return touchUnspaced(before, words) ? '' : ' '
}

function spaceAfter(words: string, after: string): string {
  if (after === '' || closes.test(after)) return ''
  return touchUnspaced(words, after) ? '' : ' '
}

function touchUnspaced(left: string, right: string): boolean {
  return unspaced.test([...left].at(-1) ?? '') || unspaced.test([...right][0] ?? '')
}

function capital(words: string, language: string): string {
  const [first = ''] = words
  return first.toLocaleUpperCase(language) + words.slice(first.length)
}

/** Returns as many whole words as fit. */
function wholeWords(piece: string, room: number): string {
  const end = piece.lastIndexOf(' ', room)
  return end > 0 ? piece.slice(0, end) : ''
}
