import { t } from '#contract/messages/translate.ts'
import { clockText, zoneName } from '#survey/time-zone.ts'

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

export function manifestName(): string {
  return `${t('reports.zipList')}.csv`
}

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

/** Characters that a spreadsheet may read as the start of a formula. */
const formula = '[=+\\-@\\t\\r\\n＝＋－＠]'
const blank = '[\\s\\u200b\\ufeff]*'
const begins = new RegExp(`^[\\s\\u200b\\ufeff;|,"']*${formula}`)
/** In some locales these characters separate cells, so the rest is a cell of its own, quoted or not. */
const separated = new RegExp(`([;|\\t])(?=${blank}${formula})`, 'g')

/** Quotes a cell. An apostrophe before a formula makes it text, so that a spreadsheet does not run it. */
function cell(text: string): string {
  const safe = `${begins.test(text) ? "'" : ''}${text.replaceAll(separated, "$1'")}`
  return /[",;|\t\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}
