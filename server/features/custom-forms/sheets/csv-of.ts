import type { XlsBook } from '#survey/xlsform/book.ts'

/** All sheets one after the other, each under a line with its name, as other XLSForm tools read and write CSV. */
export function csvOf(book: XlsBook): string {
  return book
    .flatMap(({ name, rows }) => [rowOf([name]), ...rows.map((row) => rowOf(['', ...row]))])
    .join('\r\n')
}

function rowOf(cells: readonly string[]): string {
  return cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')
}
