import * as xlsx from '@e965/xlsx'
import type { XlsBook } from '#survey/xlsform/book.ts'
import { sheetLimits } from './limits.ts'
import { TooMuchInside } from './unpack.ts'

/** XLSX (its parts unpacked) or XLS as texts. Formulas are not run: a cell is what the spreadsheet last showed. */
export function readWorkbook(bytes: Uint8Array): XlsBook {
  const book = xlsx.read(bytes, {
    type: 'array',
    dense: true,
    cellFormula: false,
    cellHTML: false,
    cellNF: true,
    bookVBA: false,
    sheetRows: sheetLimits.rows + 1,
  })
  if (book.SheetNames.length > sheetLimits.sheets) throw new TooMuchInside()
  let cells = 0
  return book.SheetNames.map((name) => {
    // Rows and cells without anything are holes in SheetJS's lists.
    const held = (book.Sheets[name]?.['!data'] ?? []) as (xlsx.CellObject[] | undefined)[]
    const rows = Array.from(held, (row = []) => Array.from(row))
    cells += rows.reduce((sum, row) => sum + row.length, 0)
    if (rows.length > sheetLimits.rows || cells > sheetLimits.cells) throw new TooMuchInside()
    return { name, rows: rows.map((row) => row.slice(0, sheetLimits.columns).map(textOf)) }
  })
}

function textOf(cell: xlsx.CellObject | undefined): string {
  if (cell?.v === undefined) return ''
  if (cell.t === 'n' && cell.z !== undefined && xlsx.SSF.is_date(String(cell.z))) return dayOf(Number(cell.v))
  if (cell.t === 'e') return ''
  return String(cell.v).slice(0, sheetLimits.cellLength)
}

/** A spreadsheet keeps a day as a number; a form writes it as text. */
function dayOf(value: number): string {
  const { y, m, d } = xlsx.SSF.parse_date_code(value)
  return `${String(y).padStart(4, '0')}-${two(m)}-${two(d)}`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

/** The sheets as a file that spreadsheets open; every cell is text, so that none is run as a formula. */
export function writeWorkbook(book: XlsBook): Uint8Array {
  const made = xlsx.utils.book_new()
  for (const { name, rows } of book) {
    const cells = rows.map((row) => row.map((v) => ({ t: 's' as const, v })))
    xlsx.utils.book_append_sheet(made, xlsx.utils.aoa_to_sheet(cells), name)
  }
  return new Uint8Array(xlsx.write(made, { type: 'array', bookType: 'xlsx', compression: true }))
}
