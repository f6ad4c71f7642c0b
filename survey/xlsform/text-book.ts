import type { XlsBook } from './book.ts'

const sheetNames: ReadonlySet<string> = new Set([
  'survey',
  'choices',
  'settings',
  'entities',
  'external_choices',
])

export interface SheetLine {
  /** Counted from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/**
 * Splits the lines of a text into sheets at each line that holds only a sheet's name. Without such a line the whole
 * text is `survey`. Rows keep the line numbers of the file, for messages.
 */
export function bookOfLines(lines: readonly SheetLine[]): XlsBook {
  const isSplit = lines.some(({ cells }) => sheetOf(cells) !== null)
  if (!isSplit) return [{ name: 'survey', rows: spread(lines) }]
  const sheets = new Map<string, SheetLine[]>()
  let current: SheetLine[] | null = null
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

function spread(lines: readonly SheetLine[]): readonly (readonly string[])[] {
  const rows: (readonly string[])[] = []
  for (const { line, cells } of lines) {
    while (rows.length < line - 1) rows.push([])
    rows[line - 1] = cells
  }
  return rows
}
