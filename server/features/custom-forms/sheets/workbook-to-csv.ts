import { csvLine } from '#contract/rules/csv.ts'
import type { XlsBook } from '#survey/xlsform/book.ts'

/** All sheets one after the other, each under a line with its name, as other XLSForm tools read and write CSV. */
export function workbookToCsv(book: XlsBook): string {
  return book
    .flatMap(({ name, rows }) => [csvLine([name]), ...rows.map((row) => csvLine(['', ...row]))])
    .join('\r\n')
}
