/**
 * Returns a text in the form that searches compare: without case, accents, invisible characters and
 * differences in white space, with one kind of apostrophe, quotation mark and dash. The fold of a substring
 * is a substring of the text's fold. PostgreSQL's `fold_text` does the same (`scripts/fold-sql.ts`).
 */
export function fold(text: string): string {
  const plain = text.replace(toFold, foldRun).toLowerCase()
  return (unevenGaps.test(plain) ? plain.replace(gaps, ' ') : plain).trim()
}

/** Marks that decomposition would turn into other marks than the typed ones. */
export const marks: Readonly<Record<string, string>> = {
  ...replacements('\u00b4\u1ffd', "'"),
  ...replacements('\u2033\u2036', '"'),
}

/** Marks and letters that decomposition does not reduce to the typed ones. */
export const letters: Readonly<Record<string, string>> = {
  ...replacements('`ʹʻʼʽˈ‘’‚‛′‵‹›', "'"),
  ...replacements('ʺ“”„‟«»〝〞〟', '"'),
  ...replacements('‐‒–—―⁃−', '-'),
  ...replacements('⁄∕', '/'),
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ł: 'l', ŧ: 't', þ: 'th', '×': 'x' },
  // Greek has another small sigma at the end of a word, where a search may stop early.
  ς: 'σ',
}

/** Accents and other marks, and characters without width. */
export const unseen = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/u

function replacements(characters: string, replacement: string): Record<string, string> {
  return Object.fromEntries([...characters].map((character) => [character, replacement]))
}

function foldRun(run: string): string {
  const known = runs.get(run)
  if (known !== undefined) return known
  const made = run
    .replace(everyMark, (mark) => marks[mark] ?? mark)
    .normalize('NFKD')
    .replace(everyUnseen, '')
    .toLowerCase()
    .replace(everyLetter, (letter) => letters[letter] ?? letter)
  if (run.length <= 2 && runs.size < 5_000) runs.set(run, made)
  return made
}

/** Caches runs, because most texts use the same few characters. */
const runs = new Map<string, string>()
const everyMark = new RegExp(`[${Object.keys(marks).join('')}]`, 'g')
const everyLetter = new RegExp(`[${Object.keys(letters).join('')}]`, 'g')
const everyUnseen = new RegExp(unseen.source, 'gu')
const toFold = /[`\u0080-\uffff]+/g
const gaps = /[\s\p{Cc}]+/gu
const unevenGaps = /\s\s|[^\S ]|\p{Cc}/u
