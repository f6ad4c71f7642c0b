import { crc32 } from 'node:zlib'
import { t } from '#contract/messages/translate.ts'
import type { OpenFile } from '#server/files/store.ts'
import { csvText } from '#survey/export/csv.ts'
import { guardFormula } from '#survey/export/formula-guard.ts'
import { clockText, zoneName } from '#survey/time-zone.ts'
import type { ZipEntry } from '../zip.ts'
import { type ZipFigure, zipPaths } from './paths.ts'

const columns = [
  'reports.zipFile',
  'reports.zipSection',
  'reports.zipSubSection',
  'reports.zipField',
  'reports.zipCaption',
  'reports.zipTaken',
  'reports.zipHash',
  'reports.zipBytes',
] as const

/** A stored photo or video and its place in the zip. */
export interface ZipFile extends ZipFigure {
  readonly size: number
  readonly crc32: number
  readonly sha256: string
  /** Capture time according to the camera. */
  readonly takenAt: Date | null
  /** Upload time. */
  readonly storedAt: Date
  open(): Promise<OpenFile>
}

/** Returns the zip's entries: the list of files, then the files in the report's order. */
export function zipEntries(
  files: readonly ZipFile[],
  { listed, timeZone }: { readonly listed: Date; readonly timeZone: string | null },
): ZipEntry[] {
  const paths = zipPaths(files)
  const rows = files.map((file, n) => ({ ...file, path: paths[n] ?? '' }))
  const list = bytesEntry(manifestName(), zipManifest(rows, timeZone), listed)
  return [list, ...rows.map(({ path, storedAt, ...file }) => ({ ...file, name: path, modified: storedAt }))]
}

export function bytesEntry(name: string, bytes: Buffer, modified: Date): ZipEntry {
  return {
    name,
    size: bytes.length,
    crc32: crc32(bytes),
    modified,
    open: async () => ({
      size: bytes.length,
      read: async (into, at) => bytes.copy(into, 0, at),
      close: async () => {},
    }),
  }
}

/** A line of the list that the zip includes. */
export interface ManifestRow {
  readonly path: string
  readonly section: string
  readonly subSection: string | null
  readonly field: string | null
  readonly caption: string
  readonly takenAt: Date | null
  readonly sha256: string
  readonly size: number
}

function manifestName(): string {
  return `${t('reports.zipList')}.csv`
}

/** Returns the list as CSV (RFC 4180), with the byte order mark that makes spreadsheets read UTF-8. */
export function zipManifest(rows: readonly ManifestRow[], timeZone: string | null): Buffer {
  const lines = rows.map((row) => [
    row.path,
    row.section,
    row.subSection ?? '',
    row.field ?? '',
    row.caption,
    row.takenAt ? clockText(row.takenAt, timeZone) : '',
    row.sha256,
    String(row.size),
  ])
  const head = columns.map((column) =>
    column === 'reports.zipTaken' ? t(column, { zone: zoneName(timeZone) }) : t(column),
  )
  return Buffer.from(`\ufeff${[head, ...lines].map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`)
}

/** Quotes a cell. */
function cell(text: string): string {
  return csvText(guardFormula(text))
}
