import type { MessageKey } from '#contract/messages/catalogue.ts'
import type { MessageValues } from '#contract/messages/translate.ts'
import type { ImportNote } from './book.ts'
import { isExpression, isYes } from './cells.ts'
import type { Notes } from './notes.ts'
import type { RowKind } from './question-types.ts'
import type { Table, TableRow } from './table.ts'

/** Columns with expressions, whose loss changes what the form asks. */
const ruleColumns: ReadonlySet<string> = new Set(
  'relevant required constraint calculation choice_filter repeat_count default'.split(' '),
)

/** Notes cells that cannot be read: error values, text without a header, duplicate columns. */
export function noteLostCells(table: Table, notes: Notes): void {
  const { sheet, columns, rows, errors, stray } = table
  const comments = new Set(rows.filter((row) => row.get('type').startsWith('#')).map(({ number }) => number))
  const nameOf = new Map(columns.map(({ asWritten, name }) => [asWritten, name]))
  for (const { row, column, text } of errors) {
    const level = ruleColumns.has(nameOf.get(column) ?? '') ? 'error' : 'warning'
    notes.add({ sheet, row }, column, level, 'xlsform.errorCell', { error: text })
  }
  for (const { row, column, text } of stray)
    if (!comments.has(row)) notes.add({ sheet, row }, column, 'warning', 'xlsform.noHeader', { text })
  for (const { asWritten, isSecond } of columns)
    if (isSecond)
      notes.add({ sheet, row: null }, asWritten, 'warning', 'xlsform.columnTwice', { column: asWritten })
}

type AddNote = (
  column: string,
  level: ImportNote['level'],
  message: MessageKey,
  values: MessageValues,
) => void

const question = ['relevant', 'required', 'constraint', 'calculation', 'default', 'parameters', 'read_only']
/** Columns that are read or noted for each kind of row. Kinds that are missing are not imported at all. */
const readOf: Partial<Record<RowKind['kind'], readonly string[]>> = {
  begin: ['relevant', 'repeat_count'],
  end: [],
  question,
  choice: [...question, 'choice_filter'],
  acknowledge: question.filter((column) => column !== 'parameters'),
  calculate: ['relevant', 'required', 'constraint', 'calculation', 'read_only'],
  moment: ['relevant', 'required', 'constraint', 'read_only'],
  hidden: question,
  unknown: question,
}
const all = [...question, 'choice_filter', 'repeat_count']

/** Notes rules in columns that don't apply to the row's kind. */
export function noteUnusedRules(row: TableRow, { kind }: RowKind, addNote: AddNote): void {
  const used = readOf[kind]
  if (!used) return
  for (const column of all) {
    const cell = row.get(column)
    const saysNo = ['required', 'read_only'].includes(column) && !isYes(cell) && !isExpression(cell)
    if (cell !== '' && !used.includes(column) && !saysNo)
      addNote(column, 'warning', 'xlsform.ruleUnused', { rule: cell, column, type: row.get('type') })
  }
}
