import { readCsv } from '#contract/rules/csv.ts'
import type { XlsBook } from '#survey/xlsform/book.ts'
import { sheetLimits } from './limits.ts'
import { ContentTooLarge } from './zip-parts.ts'

const sheetNames: ReadonlySet<string> = new Set([
  'survey',
  'choices',
  'settings',
  'entities',
  'external_choices',
])

interface Line {
  /** Counted from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

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

/** Keeps the line numbers of the file for messages about rows. */
function bookOf(lines: readonly Line[]): XlsBook {
  if (lines.length > sheetLimits.rows) throw new ContentTooLarge()
  const isSplit = lines.some(({ cells }) => sheetOf(cells) !== null)
  if (!isSplit) return [{ name: 'survey', rows: spread(lines) }]
  const sheets = new Map<string, Line[]>()
  let current: Line[] | null = null
  for (const { line, cells } of lines) {
    const named = sheetOf(cells)
    if (named !== null) {
      current = sheets.get(named) ?? []
      sheets.set(named, current)
    } else current?.push({ line, cells: cells.slice(1) })
  }
  return [...sheets].map(([name, own]) => ({ name, rows: spread(own) }))
}

function sheetOf([first = '', ...rest]: readonly string[]): string | null {
  const name = first.trim().toLowerCase()
  return sheetNames.has(name) && rest.every((cell) => cell.trim() === '') ? name : null
}

function spread(lines: readonly Line[]): readonly (readonly string[])[] {
  const rows: (readonly string[])[] = []
  for (const { line, cells } of lines) {
    while (rows.length < line - 1) rows.push([])
    rows[line - 1] = cells
  }
  return rows
}
