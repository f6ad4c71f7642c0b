import type { XlsSheet } from './book.ts'

/** A row below the header, accessed by column name. */
export interface TableRow {
  /** The spreadsheet's row number, from 1. */
  readonly number: number
  get(column: string): string
}

export interface Table {
  readonly sheet: string
  readonly columns: readonly Column[]
  readonly rows: readonly TableRow[]
  /** Cells with an error value. `get` reads them as empty. */
  readonly errors: readonly LostCell[]
  /** Cells with text in a column without a header. */
  readonly stray: readonly LostCell[]
}

export interface LostCell {
  readonly row: number
  /** The column's header, or its letters. */
  readonly column: string
  readonly text: string
}

export interface Column {
  /** The normalized name: `constraint_message`, `label::french (fr)`. */
  readonly name: string
  readonly asWritten: string
  /** 'French (fr)' in `label::French (fr)`; '' = none. */
  readonly language: string
  /** Whether an earlier column has the same name; this one is not read. */
  readonly isSecond: boolean
}

/** Alternative column names of authors and older tools. */
const others: Readonly<Record<string, string>> = {
  command: 'type',
  tag: 'name',
  caption: 'label',
  relevance: 'relevant',
  skippable: 'required',
  calculate: 'calculation',
  readonly: 'read_only',
  constraint_msg: 'constraint_message',
  choice_filters: 'choice_filter',
  count: 'repeat_count',
  'bind::relevant': 'relevant',
  'bind::required': 'required',
  'bind::constraint': 'constraint',
  'bind::calculate': 'calculation',
  'bind::readonly': 'read_only',
  'list name': 'list_name',
  listname: 'list_name',
  list: 'list_name',
}

/** In the sheet `choices`, `value` is an alias of `name`. */
const ofChoices: Readonly<Record<string, string>> = { value: 'name' }

/** Error values of spreadsheets. */
const errorCell =
  /^\s*(?:#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|EXTERNAL!|PYTHON!|TIMEOUT!|GETTING_DATA)|Err:\d{3})\s*$/

/**
 * Reads a sheet with columns in any order and case. The header is the first non-blank row. Returns null for
 * an empty sheet.
 */
export function tableOf({ name, rows }: XlsSheet): Table | null {
  const head = rows.findIndex((row) => row.some((cell) => cell.trim() !== ''))
  if (head < 0) return null
  const below = rows.slice(head + 1)
  const places = new Map<string, number>()
  const columns = (rows[head] ?? []).map((cell, place) => {
    const column = columnOf(errorCell.test(cell) ? '' : cell, name)
    const isRead = column.name === '' || !places.has(column.name)
    if (column.name !== '' && isRead) places.set(column.name, place)
    return { ...column, isSecond: !isRead && below.some((cells) => (cells[place] ?? '').trim() !== '') }
  })
  const lost = (test: (cell: string, place: number) => boolean, from: number) =>
    rows.slice(from).flatMap((cells, index) =>
      cells.flatMap((cell, place) =>
        test(cell, place)
          ? [
              {
                row: from + index + 1,
                column: columns[place]?.asWritten || lettersOf(place),
                text: cell.trim(),
              },
            ]
          : [],
      ),
    )
  const hasHeader = (place: number) => (columns[place]?.name ?? '') !== ''
  return {
    sheet: name,
    columns: columns.filter((column) => column.name !== ''),
    rows: below.map((cells, index) => ({
      number: head + index + 2,
      get(column) {
        const cell = (cells[places.get(column) ?? -1] ?? '').trim()
        return errorCell.test(cell) ? '' : cell
      },
    })),
    errors: lost((cell) => errorCell.test(cell), head),
    stray: lost((cell, place) => !hasHeader(place) && cell.trim() !== '' && !errorCell.test(cell), head + 1),
  }
}

function columnOf(cell: string, sheet: string): Omit<Column, 'isSecond'> {
  const asWritten = cell.trim()
  const usual = asWritten.replace(/^bind\s*::?\s*jr:constraintmsg/i, 'constraint_message')
  const plain = usual.toLowerCase().replace(/\s*::?\s*/, '::')
  const [before = '', ...language] = plain.split('::')
  const word = before.replaceAll(/[\s-]+/g, '_')
  const joined = [others[word] ?? word, ...language].join('::')
  const known = others[plain] ?? others[joined] ?? joined
  const name = sheet.trim().toLowerCase() === 'choices' ? (ofChoices[known] ?? known) : known
  const [, spoken = ''] = /^[^:]*?\s*::?\s*(.*)$/.exec(usual.replace(/^fieldbook\s*::?/i, '')) ?? []
  return { name, asWritten, language: spoken.trim() }
}

/** Returns a column's letters: A, B, …, Z, AA, … */
function lettersOf(place: number): string {
  const letter = String.fromCharCode(65 + (place % 26))
  return place < 26 ? letter : lettersOf(Math.floor(place / 26) - 1) + letter
}

/** Returns the columns of one text in all languages: `label`, `label::English (en)`. */
export function languagesOf({ columns }: Table, name: string): readonly Column[] {
  return columns.filter((column) => column.name === name || column.name.startsWith(`${name}::`))
}

/** Whether a language matches the column: `english (en)` matches by whole name, name or tag. */
function isOf(column: string, language: string): boolean {
  const [, name = column, tag = ''] = /^(.*?)\s*\(([^()]*)\)$/.exec(column) ?? []
  return language !== '' && [column, name, tag].includes(language)
}

/** Returns the column to read: in the wanted language, else without a language, else the first. */
export function spokenColumn(table: Table, name: string, language: string): string {
  const columns = languagesOf(table, name).map((column) => column.name)
  const wanted = columns.find((column) => isOf(column.slice(name.length + '::'.length), language))
  return wanted ?? columns.find((column) => column === name) ?? columns[0] ?? name
}
