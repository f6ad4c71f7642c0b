import type { Cell } from '../fields/cell.ts'
import { cellText } from './cell-text.ts'
import { guardFormula } from './formula-guard.ts'
import type { ExportOptions } from './options.ts'
import type { Cells, Column, Table } from './table.ts'

/** The byte order mark makes spreadsheets read UTF-8. */
export const byteOrderMark = '\ufeff'

/** Returns the header lines of a table as CSV (RFC 4180), with line ends. */
export function csvHead({ columns }: Table, options: Pick<ExportOptions, 'headers'>): string {
  return headerRows(columns, options)
    .map((names) => csvLine(names.map((name) => csvText(guardFormula(name)))))
    .join('')
}

/** Returns the names of the columns: keys, labels, or a line of each. */
export function headerRows(
  columns: readonly Column[],
  { headers }: Pick<ExportOptions, 'headers'>,
): readonly (readonly string[])[] {
  return [
    ...(headers === 'labels' ? [] : [columns.map(({ key }) => key)]),
    ...(headers === 'keys' ? [] : [columns.map(({ label }) => label)]),
  ]
}

/** Returns a line of a table as CSV, with its line end. */
export function csvRow({ columns }: Table, cells: Cells): string {
  return csvLine(cells.map((cell, index) => csvCell(cell, columns[index]?.separator ?? '\n')))
}

/** A negative number is no formula. */
function csvCell(cell: Cell, separator: Column['separator']): string {
  const text = cellText(cell, separator)
  return text === '' || typeof cell === 'number' ? text : csvText(guardFormula(text))
}

/** Quotes a cell where needed. */
export function csvText(text: string): string {
  return /[",;|\t\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}

function csvLine(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`
}
