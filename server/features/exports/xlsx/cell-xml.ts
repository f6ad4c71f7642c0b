import { t } from '#contract/messages/translate.ts'
import { cut } from '#contract/rules/plain-text.ts'
import { isMoment, momentText } from '#survey/export/cell-text.ts'
import type { Column } from '#survey/export/table.ts'
import { type Cell, type Moment, plainNumber } from '#survey/fields/cell.ts'

/** The limits of a worksheet. */
export interface SheetLimits {
  readonly rows: number
  readonly columns: number
  /** UTF-16 code units in a cell. */
  readonly characters: number
}

export const sheetLimits: SheetLimits = { rows: 1_048_576, columns: 16_384, characters: 32_767 }

/** Indexes of the cell styles in `workbook-xml.ts`. */
export const styles = { text: 1, day: 2, both: 3, clock: 4, head: 5 } as const

/** A part of a cell: what stands between `<c r="A1"` and the next cell. */
export interface CellXml {
  readonly xml: string
  readonly isCut: boolean
}

const empty: CellXml = { xml: '', isCut: false }

/**
 * Returns a cell's XML after its address; '' for an empty cell. A text is never a formula, also after a user
 * edits its cell, because its style is the text format.
 */
export function cellXml(cell: Cell, separator: Column['separator'], limits: SheetLimits): CellXml {
  if (cell === null) return empty
  if (typeof cell === 'number') return { xml: `><v>${plainNumber(cell)}</v></c>`, isCut: false }
  if (typeof cell === 'string') return textXml(cell, limits)
  if (!isMoment(cell)) return listXml(cell, separator, limits)
  const serial = serialOf(cell)
  if (serial === null) return textXml(momentText(cell), limits)
  return { xml: ` s="${styles[cell.kind]}"><v>${serial}</v></c>`, isCut: false }
}

export function headXml(name: string, limits: SheetLimits): string {
  return inlineXml(cut(name, limits.characters), styles.head)
}

function textXml(text: string, { characters }: SheetLimits): CellXml {
  if (text === '') return empty
  if (text.length <= characters) return { xml: inlineXml(text, styles.text), isCut: false }
  const note = cutNote(characters)
  return { xml: inlineXml(`${cut(text, characters - note.length)}${note}`, styles.text), isCut: true }
}

/** Leaves out whole items, so that no address is cut. */
function listXml(items: readonly string[], separator: string, limits: SheetLimits): CellXml {
  const whole = items.join(separator)
  if (whole.length <= limits.characters) return textXml(whole, limits)
  const note = cutNote(limits.characters)
  const kept: string[] = []
  let length = note.length
  for (const item of items) {
    length += item.length + separator.length
    if (length > limits.characters) break
    kept.push(item)
  }
  return { xml: inlineXml([...kept, note].join(separator), styles.text), isCut: true }
}

function cutNote(most: number): string {
  return t('exportTables.cutCell', { most })
}

function inlineXml(text: string, style: number): string {
  return ` s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids these characters
const special = /[&<>_\u0000-\u0008\u000b-\u001f\ud800-\udfff\ufffe\uffff]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids these characters
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
/** Spreadsheets read '_x0041_' as 'A'. */
const coded = /_(?=x[0-9a-f]{4}_)/gi
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/** Escapes text for XML and removes characters that XML forbids. */
export function escapeXml(text: string): string {
  if (!special.test(text)) return text
  return text
    .toWellFormed()
    .replace(forbidden, '')
    .replace(coded, '_x005F_')
    .replace(/[&<>\r]/g, (one) => entities[one] ?? one)
}

const dayLength = 86_400_000
/** Day 0, such that days from March 1900 have the number that spreadsheets give them. */
const dayZero = Date.UTC(1899, 11, 30)
/** Spreadsheets count a February 29, 1900, so earlier days have other numbers. */
const firstDay = 61

/** Returns the number of a date or time in spreadsheets; null if they have none for it. */
function serialOf({ kind, text }: Moment): number | null {
  const local = kind === 'clock' ? `1970-01-01T${text}` : kind === 'day' ? `${text}T00:00` : text
  const time = Date.parse(`${local}Z`)
  if (Number.isNaN(time)) return null
  if (kind === 'clock') return time / dayLength
  const serial = (time - dayZero) / dayLength
  return serial < firstDay || Number(text.slice(0, 4)) > 9999 ? null : serial
}
