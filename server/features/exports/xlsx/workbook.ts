import type { Writable } from 'node:stream'
import type { FileStore } from '#server/files/store.ts'
import { headerRows } from '#survey/export/csv.ts'
import type { ExportRow } from '#survey/export/export-rows.ts'
import type { TablePlan } from '#survey/export/plan-tables.ts'
import type { Cells, Column, Table } from '#survey/export/table.ts'
import { sheetName } from '#survey/export/table-names.ts'
import { DeflatedPart } from '../deflated-part.ts'
import type { ExportWriter } from '../export-writer.ts'
import { writeZip } from '../write-zip.ts'
import { cellXml, headXml, type SheetLimits, sheetLimits } from './cell-xml.ts'
import { columnLetters, type SheetEntry, sheetEnd, sheetHead, workbookParts } from './workbook-xml.ts'

interface Sheet extends SheetEntry {
  readonly part: DeflatedPart
}

/** Some columns of a table, as many as a sheet takes. A table with more rows continues on another sheet. */
interface Panel {
  readonly table: Table
  readonly columns: readonly number[]
  readonly sheets: Sheet[]
  rows: number
}

/** Columns of a wide table that each of its sheets repeats: id and name. */
const repeatedColumns = 3

/** Writes a workbook with a sheet for each table. All sheets grow at once, each in a temporary file. */
export class Workbook implements ExportWriter {
  cutCells = 0
  readonly #files: Pick<FileStore, 'scratch'>
  readonly #limits: SheetLimits
  readonly #plan: TablePlan
  readonly #panels: ReadonlyMap<Table, readonly Panel[]>
  readonly #names = new Set<string>()
  #sheets = 0

  constructor(plan: TablePlan, files: Pick<FileStore, 'scratch'>, limits: SheetLimits = sheetLimits) {
    this.#files = files
    this.#limits = limits
    this.#plan = plan
    this.#panels = new Map(
      plan.tables.map((table) => [
        table,
        spans(table.columns.length, limits.columns).map((columns) => ({
          table,
          columns,
          sheets: [],
          rows: 0,
        })),
      ]),
    )
  }

  async write(rows: readonly ExportRow[]): Promise<void> {
    for (const { table, cells } of rows)
      for (const panel of this.#panels.get(table) ?? []) {
        if (panel.rows >= this.#limits.rows) await this.#endSheet(panel)
        const sheet = panel.sheets.at(-1)
        const part = sheet && panel.rows > 0 ? sheet.part : await this.#beginSheet(panel)
        panel.rows += 1
        await part.write(this.#rowXml(panel, cells))
      }
  }

  async finish(out: Writable): Promise<void> {
    const panels = [...this.#panels.values()].flat()
    for (const panel of panels) {
      if (panel.sheets.length === 0) await this.#beginSheet(panel)
      await this.#endSheet(panel)
    }
    const sheets = panels.flatMap((panel) => panel.sheets)
    const entries = []
    for (const { part } of sheets) entries.push(await part.finish())
    await writeZip(out, workbookParts(sheets), entries)
  }

  async drop(): Promise<void> {
    const sheets = [...this.#panels.values()].flat().flatMap((panel) => panel.sheets)
    await Promise.all(sheets.map(({ part }) => part.drop()))
  }

  async #beginSheet(panel: Panel): Promise<DeflatedPart> {
    this.#sheets += 1
    const path = `xl/worksheets/sheet${this.#sheets}.xml`
    const part = new DeflatedPart(path, this.#files)
    panel.sheets.push({ name: sheetName(panel.table.label, this.#names), path, part })
    const names = headerRows(panel.table.columns, this.#plan.options)
    await part.write(sheetHead(names.length, panel.columns.length))
    for (const row of names) {
      panel.rows += 1
      const cells = panel.columns.map(
        (column, index) => `${address(index, panel.rows)}${headXml(row[column] ?? '', this.#limits)}`,
      )
      await part.write(`<row r="${panel.rows}">${cells.join('')}</row>`)
    }
    return part
  }

  async #endSheet(panel: Panel): Promise<void> {
    await panel.sheets.at(-1)?.part.write(sheetEnd)
    panel.rows = 0
  }

  #rowXml({ table, columns, rows }: Panel, cells: Cells): string {
    let xml = `<row r="${rows}">`
    for (let index = 0; index < columns.length; index++) {
      const column = columns[index] ?? 0
      const cell = cells[column] ?? null
      if (cell === null) continue
      const made = cellXml(cell, separatorOf(table.columns[column]), this.#limits)
      if (made.xml === '') continue
      if (made.isCut) this.cutCells += 1
      xml += `${address(index, rows)}${made.xml}`
    }
    return `${xml}</row>`
  }
}

function separatorOf(column: Column | undefined): Column['separator'] {
  return column?.separator ?? '\n'
}

const letters: string[] = []

function address(index: number, row: number): string {
  letters[index] ??= columnLetters(index)
  return `<c r="${letters[index]}${row}"`
}

/** Divides columns into sheets; each sheet after the first begins with the first columns again. */
function spans(columns: number, most: number): readonly (readonly number[])[] {
  const all = Array.from({ length: columns }, (_, index) => index)
  if (columns <= most) return [all]
  const lead = all.slice(0, repeatedColumns)
  const found: (readonly number[])[] = [all.slice(0, most)]
  for (let at = most; at < columns; at += most - lead.length)
    found.push([...lead, ...all.slice(at, at + most - lead.length)])
  return found
}
