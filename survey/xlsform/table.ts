import type { XlsSheet } from './book.ts'

/** A row under the head, by the columns' names. */
export interface TableRow {
  /** As the spreadsheet counts, from 1. */
  readonly number: number
  get(column: string): string
}

export interface Table {
  readonly sheet: string
  readonly columns: readonly Column[]
  readonly rows: readonly TableRow[]
  /** Cells that hold an error in place of a value. `get` reads them as empty. */
  readonly errors: readonly LostCell[]
  /** Cells with text under no header. */
  readonly stray: readonly LostCell[]
}

export interface LostCell {
  readonly row: number
  /** The header above it, or the column's letters. */
  readonly column: string
  readonly text: string
}

export interface Column {
  /** As every form could have written it: `constraint_message`, `label::french (fr)`. */
  readonly name: string
  readonly asWritten: string
  /** 'French (fr)' of `label::French (fr)`; '' = it names none. */
  readonly language: string
  /** It has text, and a column before it has the same name: this one is not read. */
  readonly isSecond: boolean
}

/** How else people and older tools write a column. */
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

/** `text` in a column of a sheet whose rows have a name says what `name` says. */
const ofChoices: Readonly<Record<string, string>> = { value: 'name' }

/** What spreadsheets write in place of a value that they could not work out. */
const errorCell =
  /^\s*(?:#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|EXTERNAL!|PYTHON!|TIMEOUT!|GETTING_DATA)|Err:\d{3})\s*$/

/**
 * The rows of a sheet by its columns, whatever their order and case. The head is the first row that is not blank. null:
 * the sheet has none.
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

/** As a spreadsheet names a column: A, B, …, Z, AA, … */
function lettersOf(place: number): string {
  const letter = String.fromCharCode(65 + (place % 26))
  return place < 26 ? letter : lettersOf(Math.floor(place / 26) - 1) + letter
}

/** The columns that say the same in several languages: `label`, `label::English (en)`. */
export function languagesOf({ columns }: Table, name: string): readonly Column[] {
  return columns.filter((column) => column.name === name || column.name.startsWith(`${name}::`))
}

/** `english (en)` is called by all of it, by its name or by its tag. */
function isOf(column: string, language: string): boolean {
  const [, name = column, tag = ''] = /^(.*?)\s*\(([^()]*)\)$/.exec(column) ?? []
  return language !== '' && [column, name, tag].includes(language)
}

/** The column of the language that is read: the wanted one, else the one that names none, else the first. */
export function spokenColumn(table: Table, name: string, language: string): string {
  const columns = languagesOf(table, name).map((column) => column.name)
  const wanted = columns.find((column) => isOf(column.slice(name.length + '::'.length), language))
  return wanted ?? columns.find((column) => column === name) ?? columns[0] ?? name
}
