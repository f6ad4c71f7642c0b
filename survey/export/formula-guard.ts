/** Characters that a spreadsheet may read as the start of a formula. */
const formula = '[=+\\-@\\t\\r\\n\\0＝＋－＠]'

const blank = '[\\s\\u200b\\ufeff]*'

const begins = new RegExp(`^[\\s\\u200b\\ufeff;|,"']*${formula}`)

/** In some locales these characters separate cells, so the rest is a cell of its own, quoted or not. */
const separated = new RegExp(`([;|\\t])(?=${blank}${formula})`, 'g')

/** Puts an apostrophe before a formula in a CSV cell, so that a spreadsheet shows it and does not run it. */
export function guardFormula(text: string): string {
  return `${begins.test(text) ? "'" : ''}${text.replaceAll(separated, "$1'")}`
}
