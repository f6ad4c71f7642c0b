import { readCsv } from '#contract/rules/csv.ts'
import type { XlsBook } from '#survey/xlsform/book.ts'
import { bookOfLines, type SheetLine } from '#survey/xlsform/text-book.ts'
import { sheetLimits } from './limits.ts'
import { readXls } from './read-workbook.ts'
import { readXlsx } from './read-xlsx.ts'
import { ContentTooLarge, zipParts } from './zip-parts.ts'

/** Returns the sheets of a file, detected by content; null: neither spreadsheet nor text. */
export async function parseWorkbook(bytes: Uint8Array) {
  if (begins(bytes, [0x50, 0x4b])) return readXlsx(await zipParts(bytes))
  if (begins(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return readXls(bytes)
  const text = textOf(bytes)
  if (text === null) return null
  return isMarkdownTable(text) ? bookFromMarkdown(text) : bookFromCsv(text)
}

function begins(bytes: Uint8Array, with_: readonly number[]): boolean {
  return with_.every((byte, index) => bytes[index] === byte)
}

/** Returns null if it is not text. Old spreadsheets write Windows-1252. */
function textOf(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/**
 * Parses CSV with one sheet after the other, or only `survey`. Returns null for an unclosed quotation mark.
 */
function bookFromCsv(text: string): XlsBook | null {
  const { rows, open } = readCsv(text)
  return open === null ? bookOf(rows) : null
}

function isMarkdownTable(text: string): boolean {
  return /^\s*\|/.test(text)
}

/** Parses tables as posted in forums: rows between bars, and a sheet's name alone in its first cell. */
function bookFromMarkdown(text: string): XlsBook {
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
