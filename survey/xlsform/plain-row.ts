import { plainLine } from '../formatted-text.ts'
import { isFunction } from '../logic/expression.ts'
import { plainExpression } from '../logic/plain-expression.ts'
import type { QuestionRow } from './fields.ts'
import type { TableRow } from './table.ts'

const expressions = ['relevant', 'constraint', 'calculation', 'choice_filter', 'required', 'default'] as const

/** Normalizes the characters of a row's expressions and notes each one that a word processor changed. */
export function plainRow(row: TableRow, addNote: QuestionRow['addNote']): TableRow {
  const plain = new Map<string, string>()
  for (const column of expressions) {
    const cell = row.get(column)
    if (column === 'default' && !isDynamic(cell)) continue
    const changed = plainExpression(cell)
    if (changed === cell) continue
    plain.set(column, changed)
    if (/[^\t\n\r -~]/.test(cell)) addNote(column, 'info', 'xlsform.plainCharacters', { rule: changed })
  }
  return plain.size === 0 ? row : { ...row, get: (column) => plain.get(column) ?? row.get(column) }
}

/** Whether a default is an expression, not a literal. */
export function isDynamic(cell: string): boolean {
  const [, name = ''] = /^\s*([a-z][\w:-]*)\(.*\)\s*$/is.exec(cell) ?? []
  return /\$\{[^}]*\}/.test(cell) || isFunction(name) || name === 'pulldata'
}

/** Returns a section's name: the plain text of its label without references. */
export function sectionName(label: string, addNote?: QuestionRow['addNote']): string {
  const plain = label.replace(/\$\{[^}]*\}/g, '')
  if (plain !== label) addNote?.('label', 'info', 'xlsform.answersInSection')
  return plainLine(plain)
}
