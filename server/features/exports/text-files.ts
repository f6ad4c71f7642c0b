import type { Writable } from 'node:stream'
import { byteOrderMark, csvHead, csvRow } from '#survey/export/csv.ts'
import type { ExportRow } from '#survey/export/export-rows.ts'
import type { ExportedSurvey } from '#survey/export/exported-survey.ts'
import { geojsonEnd, geojsonFeatures, geojsonHead } from '#survey/export/geojson.ts'
import { jsonEnd, jsonHead, jsonSurvey } from '#survey/export/json.ts'
import type { TablePlan } from '#survey/export/plan-tables.ts'
import type { ExportWriter } from './export-writer.ts'
import { TextOutput } from './text-output.ts'

interface TextFormat {
  readonly head: string
  readonly between: string
  readonly end: string
  items(rows: readonly ExportRow[], exported: ExportedSurvey): readonly string[]
}

/** Writes a format that is one text, while the surveys are read. */
export class TextFile implements ExportWriter {
  readonly cutCells = 0
  readonly #output: TextOutput
  readonly #format: TextFormat
  #items = 0

  constructor(format: TextFormat, out: Writable) {
    this.#format = format
    this.#output = new TextOutput(out)
  }

  async write(rows: readonly ExportRow[], exported: ExportedSurvey): Promise<void> {
    for (const item of this.#format.items(rows, exported)) {
      await this.#output.write(`${this.#items === 0 ? this.#format.head : this.#format.between}${item}`)
      this.#items += 1
    }
  }

  async finish(): Promise<void> {
    if (this.#items === 0) await this.#output.write(this.#format.head)
    await this.#output.write(this.#format.end)
    await this.#output.end()
  }

  async drop(): Promise<void> {}
}

/** CSV of the only table. */
export function csvFormat({ tables: [table], options }: TablePlan): TextFormat {
  return {
    head: `${byteOrderMark}${table ? csvHead(table, options) : ''}`,
    between: '',
    end: '',
    items: (rows) => rows.map(({ table: own, cells }) => csvRow(own, cells)),
  }
}

export function jsonFormat(plan: TablePlan): TextFormat {
  return {
    head: `${jsonHead(plan)}\n`,
    between: ',\n',
    end: jsonEnd,
    items: (rows) => [jsonSurvey(rows)],
  }
}

export function geojsonFormat(plan: TablePlan): TextFormat {
  return {
    head: `${geojsonHead}\n`,
    between: ',\n',
    end: geojsonEnd,
    items: (rows, exported) => geojsonFeatures(plan, exported, rows),
  }
}
