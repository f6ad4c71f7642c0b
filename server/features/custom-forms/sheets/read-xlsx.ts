import { SSF } from '@e965/xlsx'
import type { XlsBook } from '#survey/xlsform/book.ts'
import { CellBudget, isReadSheet } from './cell-budget.ts'
import { sheetLimits } from './limits.ts'
import { numberText, shownNumber } from './number-text.ts'
import { readXml } from './xml.ts'
import { ContentTooLarge, type ReadPart } from './zip-parts.ts'

/** Shared data that cells refer to. */
interface Workbook {
  readonly strings: readonly string[]
  /** The number format of each cell style. */
  readonly formats: readonly string[]
  readonly isDate1904: boolean
}

/**
 * Returns the sheets of an .xlsx as texts; null: the zip has no workbook. A formula gives its last displayed
 * value.
 */
export async function readXlsx(parts: ReadonlyMap<string, ReadPart>): Promise<XlsBook | null> {
  const root = await relationsOf(parts, '')
  const main = [...root.values()].find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml'
  const part = parts.get(main)
  if (!part || !main.endsWith('.xml')) return null
  const { sheets, isDate1904 } = await readWorkbookPart(part)
  if (sheets.length === 0) return null
  if (sheets.length > sheetLimits.sheets) throw new ContentTooLarge()
  const related = await relationsOf(parts, main)
  const partOf = (wanted: string) =>
    parts.get([...related.values()].find(({ type }) => type === wanted)?.target ?? '')
  const workbook = {
    strings: await readStrings(partOf('sharedStrings')),
    formats: await readFormats(partOf('styles')),
    isDate1904,
  }
  const room = new CellBudget()
  const book: XlsBook[number][] = []
  for (const { name, relation } of sheets) {
    const sheet = isReadSheet(name) && parts.get(related.get(relation)?.target ?? '')
    book.push({ name, rows: sheet ? await readSheet(sheet, workbook, room) : [] })
  }
  return book
}

interface Relation {
  /** Last word of its type; the rest differs between the two dialects of the format. */
  readonly type: string
  readonly target: string
}

/** Returns the parts that a part refers to, by id. */
async function relationsOf(
  parts: ReadonlyMap<string, ReadPart>,
  part: string,
): Promise<ReadonlyMap<string, Relation>> {
  const [, folder = '', name = ''] = /^(.*\/)?([^/]*)$/.exec(part) ?? []
  const found = parts.get(`${folder}_rels/${name}.rels`)
  const relations = new Map<string, Relation>()
  if (!found) return relations
  await readXml(found, {
    open(tag, attribute) {
      const [id, type = '', target = ''] = ['Id', 'Type', 'Target'].map(attribute)
      if (tag !== 'Relationship' || id === undefined || attribute('TargetMode') === 'External') return
      const path = URL.parse(target, `zip:/${folder}`)?.pathname ?? ''
      relations.set(id, {
        type: type.slice(type.lastIndexOf('/') + 1),
        target: decodeURI(path).slice(1).toLowerCase(),
      })
    },
  })
  return relations
}

async function readWorkbookPart(part: ReadPart) {
  const sheets: { readonly name: string; readonly relation: string }[] = []
  let isDate1904 = false
  await readXml(part, {
    open(tag, attribute) {
      if (tag === 'workbookPr') isDate1904 = isTrue(attribute('date1904'))
      if (tag === 'sheet') sheets.push({ name: attribute('name') ?? '', relation: attribute('id') ?? '' })
    },
  })
  return { sheets, isDate1904 }
}

function isTrue(text: string | undefined): boolean {
  return text === '1' || text === 'true' || text === 'on'
}

async function readStrings(part: ReadPart | undefined): Promise<readonly string[]> {
  const strings: string[] = []
  const rich = new RichText()
  if (part)
    await readXml(part, {
      open: (tag) => (tag === 'si' ? rich.clear() : rich.open(tag)),
      text: (text) => rich.add(text),
      close(tag) {
        if (tag !== 'si') return rich.close(tag)
        strings.push(rich.text)
        if (strings.length > sheetLimits.cells) throw new ContentTooLarge()
      },
    })
  return strings
}

/** Collects the text of `si` or `is` from all runs, without phonetic guides. */
class RichText {
  #text = ''
  #isText = false
  #isPhonetic = false

  get text(): string {
    return unescaped(this.#text)
  }

  clear(): void {
    this.#text = ''
  }

  open(tag: string): void {
    if (tag === 't') this.#isText = true
    if (tag === 'rPh') this.#isPhonetic = true
  }

  add(text: string): void {
    if (this.#isText && !this.#isPhonetic) this.#text += text
  }

  close(tag: string): void {
    if (tag === 't') this.#isText = false
    if (tag === 'rPh') this.#isPhonetic = false
  }
}

/** Decodes characters that XML does not allow, written as `_x000B_`. */
function unescaped(text: string): string {
  return text
    .replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('\r\n', '\n')
}

const builtInFormats = SSF.get_table() as Readonly<Record<number, string>>

/** Formats 27 to 36 and 50 to 58 are dates in East Asian spreadsheets; which ones depends on the language. */
function builtInFormat(id: number): string {
  const isEastAsianDay = (id >= 27 && id <= 36) || (id >= 50 && id <= 58)
  return isEastAsianDay ? 'yyyy-mm-dd' : (builtInFormats[id] ?? 'General')
}

async function readFormats(part: ReadPart | undefined): Promise<readonly string[]> {
  const own = new Map<number, string>()
  const ids: number[] = []
  let isOfCells = false
  if (part)
    await readXml(part, {
      open(tag, attribute) {
        const id = Number(attribute('numFmtId') ?? 0)
        if (tag === 'numFmt') own.set(id, attribute('formatCode') ?? 'General')
        if (tag === 'cellXfs') isOfCells = true
        if (tag === 'xf' && isOfCells) ids.push(id)
      },
      close(tag) {
        if (tag === 'cellXfs') isOfCells = false
      },
    })
  return ids.map((id) => own.get(id) ?? builtInFormat(id))
}

interface Cell {
  readonly type: string
  readonly style: number
  readonly isFormula: boolean
  /** Null: the file has none. */
  readonly value: string | null
  readonly inline: string
}

async function readSheet(part: ReadPart, workbook: Workbook, room: CellBudget): Promise<string[][]> {
  const rows = room.sheet()
  const inline = new RichText()
  let [row, column, isValue] = [-1, -1, false]
  let cell: { -readonly [key in keyof Cell]: Cell[key] } | null = null
  await readXml(part, {
    open(tag, attribute) {
      inline.open(tag)
      if (tag === 'row') {
        row = numberOf(attribute('r')) ?? row + 1
        column = -1
      } else if (tag === 'c') {
        column = columnOf(attribute('r')) ?? column + 1
        inline.clear()
        cell = {
          type: attribute('t') ?? 'n',
          style: Number(attribute('s') ?? 0),
          isFormula: false,
          value: null,
          inline: '',
        }
      } else if (cell && tag === 'f') cell.isFormula = true
      else if (cell && tag === 'v') {
        cell.value = ''
        isValue = true
      }
    },
    text(text) {
      if (cell && isValue) cell.value += text
      inline.add(text)
    },
    close(tag) {
      inline.close(tag)
      if (tag === 'v') isValue = false
      if (tag !== 'c' || !cell) return
      rows.put(row, column, ...textOf({ ...cell, inline: inline.text }, workbook))
      cell = null
    },
  })
  return rows.end()
}

/** From 0. */
function numberOf(row: string | undefined): number | null {
  return row === undefined || !/^\d+$/.test(row) ? null : Number(row) - 1
}

function columnOf(reference: string | undefined): number | null {
  const [letters] = /^[A-Z]{1,3}/i.exec(reference ?? '') ?? []
  if (letters === undefined) return null
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** A formula without a calculated result. Spreadsheets show the same text while they wait. */
const noResult = '#GETTING_DATA'

/** Returns the cell's text and, for a number, its displayed form. */
function textOf(cell: Cell, { strings, formats, isDate1904 }: Workbook): [text: string, shown?: string] {
  const { type, value, isFormula, style, inline } = cell
  if (type === 'inlineStr') return [inline]
  if (isFormula && (value === null || (value === '' && type !== 'str'))) return [noResult]
  if (value === null || value === '') return ['']
  switch (type) {
    case 's':
      return [strings[Number(value)] ?? '']
    case 'str':
      return [unescaped(value)]
    case 'b':
      return [String(isTrue(value))]
    case 'e':
      return [value]
    case 'd':
      return [momentText(value)]
    default: {
      const number = Number(value)
      if (!Number.isFinite(number)) return [value]
      const format = formats[style] ?? 'General'
      return [numberText(number, format, isDate1904), shownNumber(number, format, isDate1904)]
    }
  }
}

/** Returns an ISO 8601 day and time as some programs write it; midnight without its zeros. */
function momentText(value: string): string {
  return value
    .trim()
    .replace(/(?:\.\d+)?Z?$/, '')
    .replace(/T00:00(?::00)?$/, '')
    .replace('T', ' ')
}
