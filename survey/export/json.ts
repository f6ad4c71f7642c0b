import type { Cell } from '../fields/cell.ts'
import { cellText, isMoment } from './cell-text.ts'
import type { ExportRow } from './export-rows.ts'
import type { TablePlan } from './plan-tables.ts'
import type { Table } from './table.ts'

type Json = string | number | readonly string[]

/** Returns the document up to the first survey: the tables with the labels of their columns. */
export function jsonHead({ tables }: TablePlan): string {
  const described = tables.map(({ key, series, label, columns }) => ({
    table: key,
    template_key: series,
    label,
    columns: columns.map((column) => ({ key: column.key, label: column.label })),
  }))
  return `{"tables":${JSON.stringify(described)},\n"surveys":[`
}

export const jsonEnd = '\n]}\n'

/** Returns a survey with its sub-sections by section. Empty cells are left out. */
export function jsonSurvey([row, ...parts]: readonly ExportRow[]): string {
  if (!row) return '{}'
  const repeated = Map.groupBy(parts, ({ table }) => table.key)
  return JSON.stringify({
    template_key: row.table.series,
    ...jsonCells(row),
    sub_sections: Object.fromEntries([...repeated].map(([key, rows]) => [key, rows.map(jsonCells)])),
  })
}

/** Returns the cells by column key, without the empty ones. */
export function jsonCells({ table, cells }: { readonly table: Table; readonly cells: readonly Cell[] }) {
  const found: [string, Json][] = []
  cells.forEach((cell, index) => {
    const column = table.columns[index]
    if (cell !== null && column) found.push([column.key, jsonCell(cell)])
  })
  return Object.fromEntries(found)
}

function jsonCell(cell: Exclude<Cell, null>): Json {
  return isMoment(cell) ? cellText(cell, '\n') : cell
}
