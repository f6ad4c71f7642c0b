import type { Writable } from 'node:stream'
import type { ExportRow } from '#survey/export/export-rows.ts'
import type { ExportedSurvey } from '#survey/export/exported-survey.ts'

/** Writes one format. */
export interface ExportWriter {
  /** Cells cut at the format's limit of characters. */
  readonly cutCells: number
  /** Writes a survey: its line, then those of its sub-sections. */
  write(rows: readonly ExportRow[], exported: ExportedSurvey): Promise<void>
  /** Writes the rest and ends the output. */
  finish(out: Writable): Promise<void>
  /** Removes temporary files. */
  drop(): Promise<void>
}
