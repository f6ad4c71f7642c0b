import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import * as xlsx from '@e965/xlsx'
import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import { parse } from 'csv-parse/sync'
import { type ExportInput, type ExportResult, writeExport } from '#server/features/exports/write-export.ts'
import { openDiskStore } from '#server/files/disk.ts'
import type { ExportedSurvey } from '#survey/export/exported-survey.ts'
import { defaultExportOptions, type ExportOptions } from '#survey/export/options.ts'
import type { Survey } from '#survey/survey.ts'

/** A series for surveys of tests. */
export const testSeries = '019b0000-0000-7000-8000-0000000000e1'

export function exportedSurvey(survey: Survey, rest: Partial<ExportedSurvey> = {}): ExportedSurvey {
  return { survey, series: testSeries, review: null, isOwner: true, media: new Map(), ...rest }
}

interface Written extends ExportResult {
  readonly bytes: Buffer
  /** Temporary files that are left. */
  readonly left: readonly string[]
}

/** Exports surveys to bytes. The columns are those of the surveys' templates. */
export async function exportToBytes(
  surveys: readonly ExportedSurvey[],
  options: Partial<ExportOptions>,
  input: Partial<ExportInput> = {},
): Promise<Written> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldbook-export-'))
  try {
    const out = new PassThrough()
    const [result, bytes] = await Promise.all([
      writeExport({
        options: { ...defaultExportOptions, ...options },
        templates: surveys.map(({ survey, series }) => ({ series, template: survey.template })),
        surveys: oneByOne(surveys),
        language: 'en',
        files: openDiskStore(folder),
        out,
        ...input,
      }),
      buffer(out),
    ])
    return { ...result, bytes, left: await readdir(join(folder, 'temp')).catch(() => []) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export async function* oneByOne(surveys: readonly ExportedSurvey[]): AsyncGenerator<ExportedSurvey> {
  yield* surveys
}

/** Returns the lines of CSV as cells, read by another library. */
export function readCsv(bytes: Buffer | string): string[][] {
  return parse(bytes, { bom: true, relax_column_count: false })
}

/** Returns the texts of a zip by name. */
export async function readZipTexts(bytes: Buffer): Promise<ReadonlyMap<string, string>> {
  const zip = new ZipReader(new Uint8ArrayReader(Uint8Array.from(bytes)), { checkSignature: true })
  const found = new Map<string, string>()
  for (const entry of await zip.getEntries())
    if (!entry.directory) found.set(entry.filename, await entry.getData(new TextWriter()))
  await zip.close()
  return found
}

/** Returns a workbook, read by another library. Cells of dates have numbers. */
export function readWorkbook(bytes: Buffer): xlsx.WorkBook {
  return xlsx.read(bytes, { type: 'buffer', cellNF: true, cellFormula: true })
}

/** Returns the cells of a sheet as stored: a date is its number. */
export function sheetRows(book: xlsx.WorkBook, name: string): unknown[][] {
  const sheet = book.Sheets[name]
  if (!sheet) throw new Error(`There is no sheet ${name}, only: ${book.SheetNames.join(', ')}`)
  const { s: from, e: to } = xlsx.utils.decode_range(sheet['!ref'] ?? 'A1')
  return Array.from({ length: to.r - from.r + 1 }, (_row, r) =>
    Array.from(
      { length: to.c - from.c + 1 },
      (_column, c): unknown => sheet[xlsx.utils.encode_cell({ r: from.r + r, c: from.c + c })]?.v ?? null,
    ),
  )
}
