import type { Writable } from 'node:stream'
import type { FileStore } from '#server/files/store.ts'
import { byteOrderMark, csvHead, csvRow } from '#survey/export/csv.ts'
import type { ExportRow } from '#survey/export/export-rows.ts'
import type { TablePlan } from '#survey/export/plan-tables.ts'
import type { Table } from '#survey/export/table.ts'
import { tableFileName } from '#survey/export/table-names.ts'
import { DeflatedPart } from './deflated-part.ts'
import type { ExportWriter } from './export-writer.ts'
import { writeZip } from './write-zip.ts'

/** Writes a zip with a CSV file for each table. All files grow at once, each in a temporary file. */
export class CsvFiles implements ExportWriter {
  readonly cutCells = 0
  readonly #plan: TablePlan
  readonly #files: Pick<FileStore, 'scratch'>
  readonly #parts = new Map<Table, DeflatedPart>()

  constructor(plan: TablePlan, files: Pick<FileStore, 'scratch'>) {
    this.#plan = plan
    this.#files = files
  }

  async write(rows: readonly ExportRow[]): Promise<void> {
    await this.#begin()
    for (const { table, cells } of rows) await this.#parts.get(table)?.write(csvRow(table, cells))
  }

  async finish(out: Writable): Promise<void> {
    await this.#begin()
    const entries = []
    for (const part of this.#parts.values()) entries.push(await part.finish())
    await writeZip(out, {}, entries)
  }

  async drop(): Promise<void> {
    await Promise.all([...this.#parts.values()].map((part) => part.drop()))
  }

  /** A table without lines has a file with its columns. */
  async #begin(): Promise<void> {
    if (this.#parts.size > 0) return
    const names = new Set<string>()
    for (const table of this.#plan.tables) {
      const part = new DeflatedPart(`${tableFileName(table.label, names)}.csv`, this.#files)
      this.#parts.set(table, part)
      await part.write(`${byteOrderMark}${csvHead(table, this.#plan.options)}`)
    }
  }
}
