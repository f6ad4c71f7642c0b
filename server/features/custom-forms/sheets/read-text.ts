import { readCsv } from '#contract/rules/csv.ts'
import type { XlsBook } from '#survey/xlsform/book.ts'
import { bookOfLines, type SheetLine } from '#survey/xlsform/text-book.ts'
import { sheetLimits } from './limits.ts'
import { ContentTooLarge } from './zip-parts.ts'

/**
 * Parses CSV with one sheet after the other, or only `survey`. Returns null for an unclosed quotation mark.
 */
export function bookFromCsv(text: string): XlsBook | null {
  const { rows, open } = readCsv(text)
  return open === null ? bookOf(rows) : null
}

export function isMarkdownTable(text: string): boolean {
  return /^\s*\|/.test(text)
}

/** Parses tables as posted in forums: rows between bars, and a sheet's name alone in its first cell. */
export function bookFromMarkdown(text: string): XlsBook {
  const lines = text.split(/\r?\n/).map((line, index) => ({ line: index + 1, cells: cellsOf(line) }))
  return bookOf(lines.filter(({ cells }) => cells.some((cell) => cell !== '') && !isRule(cells)))
}

function cellsOf(line: string): readonly string[] {
  const inner = line.trim().replace(/^\|/, '').replace(/\|$/, '')
  return inner.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim())
}

/** Whether this is the line below a table's header. */
function isRule(cells: readonly string[]): boolean {
  return cells.every((cell) => cell === '' || /^:?-{2,}:?$/.test(cell))
}

function bookOf(lines: readonly SheetLine[]): XlsBook {
  if (lines.length > sheetLimits.rows) throw new ContentTooLarge()
  return bookOfLines(lines)
}
