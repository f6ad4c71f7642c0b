import { hasUncheckedCopy } from '../edit/copy-from-last.ts'
import type { Cell } from '../fields/cell.ts'
import { isAnswerable, isMissing } from '../fields/registry.ts'
import { type Answer, type Section, type SubSection, shownSections } from '../survey.ts'
import type { Slot, SlotContext } from './answer-columns.ts'
import { cellText } from './cell-text.ts'
import type { ExportedSurvey } from './exported-survey.ts'
import type { Layout, TablePlan } from './plan-tables.ts'
import { earlierAnswersColumn, partColumns } from './survey-columns.ts'
import type { Cells, Table } from './table.ts'

/** A line of a table with the answers it shows. */
export interface ExportRow {
  readonly table: Table
  readonly cells: Cells
  readonly answers: readonly ShownAnswer[]
}

export interface ShownAnswer {
  readonly section: Section
  readonly subSection: SubSection
  readonly answer: Answer
}

/**
 * Returns the survey's line in the surveys' table, followed by the lines of its repeated sections. Hidden
 * sections and answers are left out, as in the report.
 */
export function exportRows(plan: TablePlan, exported: ExportedSurvey): readonly ExportRow[] {
  const { survey, media, isOwner } = exported
  const layout = plan.layouts.get(survey.template.id)
  if (!layout) throw new Error(`The export has no columns for template ${survey.template.id}`)
  const context = { asValues: plan.options.values === 'values', timeZone: survey.timeZone, media, isOwner }
  const surveyCells = startRow(layout.surveys, plan.own, exported)
  const single: ShownAnswer[] = []
  const repeated: ExportRow[] = []
  for (const section of shownSections(survey)) {
    const table = layout.repeated.get(section.definition.id)
    if (!table) {
      single.push(...section.subSections.flatMap((part) => shownIn(section, part)))
      continue
    }
    if (isUntouched(section)) continue
    section.subSections.forEach((subSection, index) => {
      const cells = startRow(table, partColumns, { exported, section, index })
      repeated.push(finishRow({ table, cells, answers: shownIn(section, subSection) }, layout, context, plan))
    })
  }
  if (plan.options.earlierAnswers) surveyCells[surveyCells.length - 1] = earlierAnswersColumn.cell(exported)
  const row = { table: layout.surveys, cells: surveyCells, answers: single }
  return [finishRow(row, layout, context, plan), ...repeated]
}

function startRow<Of>(table: Table, columns: readonly { cell(of: Of): Cell }[], of: Of): Cells {
  const cells = new Array<Cell>(table.columns.length).fill(null)
  columns.forEach((column, index) => {
    cells[index] = column.cell(of)
  })
  return cells
}

function finishRow(
  row: ExportRow,
  { slots }: Layout,
  context: SlotContext,
  { options }: TablePlan,
): ExportRow {
  const { table, cells, answers } = row
  const copied: string[] = []
  for (const { answer } of answers) {
    const own = slots.get(answer.field.id)
    if (!own) continue
    for (const slot of own) place(cells, slot, slot.cell(answer, context))
    if (options.uncheckedCopies && hasUncheckedCopy(answer)) copied.push(nameOf(own, table, options))
  }
  if (copied.length > 0 && table.uncheckedCopies !== null) cells[table.uncheckedCopies] = copied
  return row
}

/**
 * Sets a cell. A section that repeats in this survey, but in no version of the template, has several values for
 * one cell, which are listed.
 */
function place(cells: Cells, { column }: Slot, cell: Cell): void {
  if (cell === null) return
  const before = cells[column] ?? null
  cells[column] = before === null ? cell : [...texts(before), ...texts(cell)]
}

function texts(cell: Cell): readonly string[] {
  return Array.isArray(cell) ? cell : [cellText(cell, '\n')]
}

function nameOf([slot]: readonly Slot[], { columns }: Table, { headers }: TablePlan['options']): string {
  const column = columns[slot?.column ?? 0]
  return (headers === 'keys' ? column?.key : column?.label) ?? ''
}

function shownIn(section: Section, subSection: SubSection): readonly ShownAnswer[] {
  return subSection.answers.flatMap((answer) => (answer.hidden ? [] : { section, subSection, answer }))
}

/** Whether a repeated section still has only its first, empty sub-section: the survey has none of it. */
function isUntouched({ subSections }: Section): boolean {
  const [first, ...others] = subSections
  if (!first || others.length > 0) return first === undefined
  return (
    isMissing(first.title) &&
    first.answers.every(
      (answer) => answer.media.length === 0 && (!isAnswerable(answer.field) || isMissing(answer)),
    )
  )
}
