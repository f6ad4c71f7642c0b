import { crc32 } from 'node:zlib'
import { t } from '#contract/messages/translate.ts'
import type { OpenFile } from '#server/files/store.ts'
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

/** Characters that a spreadsheet may read as the start of a formula. */
const formula = '[=+\\-@\\t\\r\\n＝＋－＠]'

const blank = '[\\s\\u200b\\ufeff]*'

const begins = new RegExp(`^[\\s\\u200b\\ufeff;|,"']*${formula}`)

/** In some locales these characters separate cells, so the rest is a cell of its own, quoted or not. */
const separated = new RegExp(`([;|\\t])(?=${blank}${formula})`, 'g')

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

/** Quotes a cell. An apostrophe before a formula makes it text, so that a spreadsheet does not run it. */
function cell(text: string): string {
  const safe = `${begins.test(text) ? "'" : ''}${text.replaceAll(separated, "$1'")}`
  return /[",;|\t\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}
