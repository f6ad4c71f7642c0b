import * as xlsx from '@e965/xlsx'
import type { XlsBook } from '#survey/xlsform/book.ts'
import { CellBudget, isReadSheet } from './cell-budget.ts'
import { sheetLimits } from './limits.ts'
import { numberText, shownNumber } from './number-text.ts'
import { ContentTooLarge } from './zip-parts.ts'

/** Returns the sheets of an .xls as texts. A formula gives its last displayed value. */
export function readXls(bytes: Uint8Array): XlsBook {
  const book = xlsx.read(bytes, {
    type: 'array',
    dense: true,
    cellFormula: false,
    cellHTML: false,
    cellNF: true,
    bookVBA: false,
    sheetRows: sheetLimits.rows + 1,
  })
  if (book.SheetNames.length > sheetLimits.sheets) throw new ContentTooLarge()
  const isDate1904 = book.Workbook?.WBProps?.date1904 ?? false
  const room = new CellBudget()
  return book.SheetNames.map((name) => {
    const rows = room.sheet()
    if (!isReadSheet(name)) return { name, rows: [] }
    // Empty rows and cells are holes in SheetJS's lists, which forEach skips.
    const held = (book.Sheets[name]?.['!data'] ?? []) as xlsx.CellObject[][]
    held.forEach((cells, row) => {
      cells.forEach((cell, column) => {
        rows.put(row, column, ...textOf(cell, isDate1904))
      })
    })
    return { name, rows: rows.end() }
  })
}

function textOf(cell: xlsx.CellObject, isDate1904: boolean): [text: string, shown?: string] {
  if (cell.t === 'e') return [cell.w ?? '']
  if (cell.v === undefined) return ['']
  if (cell.t !== 'n') return [String(cell.v)]
  const [value, format] = [Number(cell.v), String(cell.z ?? 'General')]
  return [numberText(value, format, isDate1904), shownNumber(value, format, isDate1904)]
}

/** Writes the sheets as a spreadsheet with only text cells, so that no cell runs as a formula. */
export function writeWorkbook(book: XlsBook): Uint8Array {
  const made = xlsx.utils.book_new()
  for (const { name, rows } of book) {
    const cells = rows.map((row) => row.map((v) => ({ t: 's' as const, v })))
    xlsx.utils.book_append_sheet(made, xlsx.utils.aoa_to_sheet(cells), name)
  }
  return new Uint8Array(xlsx.write(made, { type: 'array', bookType: 'xlsx', compression: true }))
}
