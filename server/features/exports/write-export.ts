import type { Writable } from 'node:stream'
import type { Language } from '#contract/messages/language.ts'
import type { FileStore } from '#server/files/store.ts'
import { inLanguage } from '#server/language.ts'
import { exportRows } from '#survey/export/export-rows.ts'
import type { ExportedSurvey, ExportTemplate } from '#survey/export/exported-survey.ts'
import type { ExportOptions } from '#survey/export/options.ts'
import { planTables, type TablePlan } from '#survey/export/plan-tables.ts'
import { CsvFiles } from './csv-files.ts'
import type { ExportWriter } from './export-writer.ts'
import { csvFormat, geojsonFormat, jsonFormat, TextFile } from './text-files.ts'
import { Workbook } from './xlsx/workbook.ts'

export interface ExportInput {
  readonly options: ExportOptions
  /** Every version that the surveys follow or have followed. The columns derive from them. */
  readonly templates: readonly ExportTemplate[]
  /** Read once, one at a time, in the language of the export. */
  readonly surveys: AsyncIterable<ExportedSurvey>
  readonly language: Language
  /** Holds the tables of a zip or workbook until all surveys are read. */
  readonly files: Pick<FileStore, 'scratch'>
  /** Ended when the export is complete; destroyed if it fails. */
  readonly out: Writable
  /** Receives the number of surveys written so far, after each survey. */
  readonly onProgress?: (surveys: number) => void
  readonly signal?: AbortSignal
}

export interface ExportResult {
  readonly surveys: number
  /** Cells cut at the format's limit of characters. */
  readonly cutCells: number
}

/** Returns the type of an export's file. Several CSV tables are a zip. */
export function exportFileType(
  options: ExportOptions,
  templates: readonly ExportTemplate[],
): { readonly extension: string; readonly contentType: string } {
  const types = {
    csv: 'text/csv; charset=utf-8',
    zip: 'application/zip',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    json: 'application/json',
    geojson: 'application/geo+json',
  }
  const isZip = options.format === 'csv' && planTables(templates, options).tables.length !== 1
  const extension = isZip ? 'zip' : options.format
  return { extension, contentType: types[extension] }
}

/**
 * Streams an export. Memory doesn't grow with the number of surveys. Rejects with the signal's reason if it
 * aborts, and leaves no temporary files.
 */
export async function writeExport(input: ExportInput): Promise<ExportResult> {
  return inLanguage(input.language, () => write(input))
}

async function write({ options, templates, out, ...input }: ExportInput): Promise<ExportResult> {
  const plan = planTables(templates, options)
  const writer = writerFor(plan, input.files, out)
  const abort = () => out.destroy(reasonOf(input.signal))
  // Every failure of the output rejects a write below.
  out.on('error', () => {})
  input.signal?.addEventListener('abort', abort)
  try {
    input.signal?.throwIfAborted()
    let surveys = 0
    for await (const exported of input.surveys) {
      input.signal?.throwIfAborted()
      if (out.destroyed) throw out.errored ?? new Error('The output of the export was closed')
      await writer.write(exportRows(plan, exported), exported)
      surveys += 1
      input.onProgress?.(surveys)
    }
    input.signal?.throwIfAborted()
    await writer.finish(out)
    return { surveys, cutCells: writer.cutCells }
  } catch (failure) {
    out.destroy(failure instanceof Error ? failure : undefined)
    input.signal?.throwIfAborted()
    throw failure
  } finally {
    input.signal?.removeEventListener('abort', abort)
    await writer.drop()
  }
}

function writerFor(plan: TablePlan, files: ExportInput['files'], out: Writable): ExportWriter {
  const { format } = plan.options
  if (format === 'xlsx') return new Workbook(plan, files)
  if (format === 'json') return new TextFile(jsonFormat(plan), out)
  if (format === 'geojson') return new TextFile(geojsonFormat(plan), out)
  return plan.tables.length === 1 ? new TextFile(csvFormat(plan), out) : new CsvFiles(plan, files)
}

function reasonOf(signal: AbortSignal | undefined): Error | undefined {
  return signal?.reason instanceof Error ? signal.reason : undefined
}
