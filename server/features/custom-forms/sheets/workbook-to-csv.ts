import { csvLine } from '#contract/rules/csv.ts'
import type { XlsBook } from '#survey/xlsform/book.ts'

/** Returns all sheets as CSV, each below a line with its name, as other XLSForm tools do. */
export function workbookToCsv(book: XlsBook): string {
  return book
    .flatMap(({ name, rows }) => [csvLine([name]), ...rows.map((row) => csvLine(['', ...row]))])
    .join('\r\n')
}
