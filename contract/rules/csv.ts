/** One row of a CSV file, and the line on which it begins. */
export interface CsvRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** `open`: the line with an unclosed quotation mark, or null. */
export interface Csv {
  readonly rows: readonly CsvRow[]
  readonly open: number | null
}

/**
 * Parses CSV as spreadsheets write it (RFC 4180): quoted cells may contain separators, line ends and doubled
 * quotation marks. Skips a byte order mark and rows without text. The separator is the most frequent one in
 * the first line, because spreadsheets with a decimal comma use semicolons. Undoes the guard of `csvLine`.
 */
export function readCsv(given: string): Csv {
  const text = given.replace(/^\ufeff/, '')
  const separator = separatorOf(text)
  const rows: CsvRow[] = []
  let cells: string[] = []
  let [line, begun, place] = [1, 1, 0]
  while (place <= text.length) {
    const quoted = text[place] === '"'
    const cell = quoted ? quotedAt(text, place) : plainAt(text, place, separator)
    if (cell === null) return { rows, open: line }
    // Text after a closing quotation mark belongs to the cell, as in spreadsheets.
    const rest = quoted ? plainAt(text, cell.end, separator) : { value: '', end: cell.end }
    cells.push(unguarded(cell.value + rest.value))
    line += countOf(text.slice(place, rest.end), '\n')
    place = rest.end
    const next = text[place]
    if (next === separator) place += 1
    else {
      if (cells.some((one) => one.trim() !== '')) rows.push({ line: begun, cells })
      if (next === undefined) break
      place += next === '\r' && text[place + 1] === '\n' ? 2 : 1
      line += 1
      begun = line
      cells = []
    }
  }
  return { rows, open: null }
}

/**
 * Returns a row in RFC 4180 form, without its line end. A cell that a spreadsheet would run as a formula gets
 * a leading apostrophe (OWASP 'CSV injection'); plain numbers do not.
 */
export function csvLine(cells: readonly string[]): string {
  return cells.map(quoted).join(',')
}

function quoted(cell: string): string {
  const text = isFormula(cell) ? `'${cell}` : cell
  return /[",\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Also guards text that begins with apostrophes, so that reading restores exactly what was written. */
function isFormula(cell: string): boolean {
  return /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(cell) && !/^[+-]?\d+([.,]\d+)?$/.test(cell)
}

function unguarded(cell: string): string {
  return cell.startsWith("'") && isFormula(cell.slice(1)) ? cell.slice(1) : cell
}

interface Cell {
  readonly value: string
  readonly end: number
}

function plainAt(text: string, start: number, separator: string): Cell {
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { value: text.slice(start, end), end }
}

/** null: the quotation mark is never closed. */
function quotedAt(text: string, start: number): Cell | null {
  let value = ''
  let from = start + 1
  for (;;) {
    const end = text.indexOf('"', from)
    if (end < 0) return null
    value += text.slice(from, end)
    if (text[end + 1] !== '"') return { value, end: end + 1 }
    value += '"'
    from = end + 2
  }
}

function separatorOf(text: string): string {
  // Line ends within quoted cells do not end the first row.
  const first = (/^(?:"[^"]*"|[^\r\n])*/.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '')
  const counted = [',', ';', '\t'].map((sign) => [sign, countOf(first, sign)] as const)
  return counted.reduce((best, one) => (one[1] > best[1] ? one : best))[0]
}

function countOf(text: string, sign: string): number {
  return text.split(sign).length - 1
}
