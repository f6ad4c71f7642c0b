import type { Writable } from 'node:stream'
import type { Language } from '#contract/messages/language.ts'
import type { ExportedSurvey, ExportTemplate } from '#survey/export/exported-survey.ts'
import type { ExportOptions } from '#survey/export/options.ts'

export interface ExportInput {
  readonly options: ExportOptions
  /** Every version that the surveys follow or have followed. The columns derive from them. */
  readonly templates: readonly ExportTemplate[]
  /** Read once, one at a time. Their templates are in the language of the export. */
  readonly surveys: AsyncIterable<ExportedSurvey>
  readonly language: Language
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

/** Returns the file type: a zip for several CSV tables. */
export function exportFileType(
  { format }: Pick<ExportOptions, 'format'>,
  _templates: readonly ExportTemplate[],
): { readonly extension: string; readonly contentType: string } {
  if (format === 'xlsx')
    return {
      extension: 'xlsx',
      contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    }
  if (format === 'csv') return { extension: 'zip', contentType: 'application/zip' }
  if (format === 'json') return { extension: 'json', contentType: 'application/json' }
  return { extension: 'geojson', contentType: 'application/geo+json' }
}

/** Streams an export. Memory does not grow with the number of surveys. */
export async function writeExport({ out }: ExportInput): Promise<ExportResult> {
  out.end()
  return { surveys: 0, cutCells: 0 }
}
