import type { MessageKey } from '#contract/messages/catalogue.ts'
import type { MessageValues } from '#contract/messages/translate.ts'
import type { ImportNote } from './book.ts'
import { isSometimes, isYes } from './cells.ts'
import type { Notes } from './notes.ts'
import type { RowKind } from './question-types.ts'
import type { Table, TableRow } from './table.ts'

/** Columns of expressions: without them a form asks something else. */
const ruleColumns: ReadonlySet<string> = new Set(
  'relevant required constraint calculation choice_filter repeat_count default'.split(' '),
)

/** Notes the cells of a sheet that nothing can be read from: errors, text under no header, a column's second copy. */
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
/** The columns that are read, or noted, of a row of each kind. Of the rest nothing of the row is imported. */
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

/** Notes the rules in columns that have no meaning for a row of its kind. */
export function noteUnusedRules(row: TableRow, { kind }: RowKind, addNote: AddNote): void {
  const used = readOf[kind]
  if (!used) return
  for (const column of all) {
    const cell = row.get(column)
    const saysNo = ['required', 'read_only'].includes(column) && !isYes(cell) && !isSometimes(cell)
    if (cell !== '' && !used.includes(column) && !saysNo)
      addNote(column, 'warning', 'xlsform.ruleUnused', { rule: cell, column, type: row.get('type') })
  }
}
