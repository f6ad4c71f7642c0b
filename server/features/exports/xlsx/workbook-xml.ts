import { escapeXml } from './cell-xml.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const officeRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const contentTypes = 'http://schemas.openxmlformats.org/package/2006/content-types'
const documentTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export interface SheetEntry {
  /** The name on its tab. */
  readonly name: string
  /** The path in the zip. */
  readonly path: string
}

/** Returns the parts of a workbook beside its sheets, by path. */
export function workbookParts(sheets: readonly SheetEntry[]): Readonly<Record<string, string>> {
  return {
    '[Content_Types].xml': contentTypesXml(sheets),
    '_rels/.rels': relationsXml([{ type: 'officeDocument', target: 'xl/workbook.xml' }]),
    'xl/workbook.xml': workbookXml(sheets),
    'xl/_rels/workbook.xml.rels': relationsXml([
      ...sheets.map(({ path }) => ({ type: 'worksheet', target: path.replace(/^xl\//, '') })),
      { type: 'styles', target: 'styles.xml' },
    ]),
    'xl/styles.xml': stylesXml,
  }
}

/** Returns a sheet's XML up to its first row. The header rows stay in view. */
export function sheetHead(headerRows: number, columns: number): string {
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="${headerRows}" topLeftCell="A${headerRows + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols><col min="1" max="${Math.max(1, columns)}" width="20" customWidth="1"/></cols><sheetData>`
}

export const sheetEnd = '</sheetData></worksheet>'

/** Returns the letters of a column: A, B, …, Z, AA. */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / 26)
  return `${rest === 0 ? '' : columnLetters(rest - 1)}${String.fromCharCode(65 + (index % 26))}`
}

function contentTypesXml(sheets: readonly SheetEntry[]): string {
  const parts = [
    { path: 'xl/workbook.xml', type: 'sheet.main' },
    { path: 'xl/styles.xml', type: 'styles' },
    ...sheets.map(({ path }) => ({ path, type: 'worksheet' })),
  ]
  const overrides = parts.map(
    ({ path, type }) => `<Override PartName="/${path}" ContentType="${documentTypes}.${type}+xml"/>`,
  )
  return `${declaration}<Types xmlns="${contentTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`
}

function relationsXml(relations: readonly { readonly type: string; readonly target: string }[]): string {
  const each = relations.map(
    ({ type, target }, index) =>
      `<Relationship Id="rId${index + 1}" Type="${officeRelations}/${type}" Target="${target}"/>`,
  )
  return `${declaration}<Relationships xmlns="${packageRelations}">${each.join('')}</Relationships>`
}

function workbookXml(sheets: readonly SheetEntry[]): string {
  const each = sheets.map(
    ({ name }, index) =>
      `<sheet name="${escapeXml(name).replaceAll('"', '&quot;')}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${officeRelations}"><sheets>${each.join('')}</sheets></workbook>`
}

/** The formats of `styles` in `cell-xml.ts`, in order. Number format 49 is text. */
const formats = [
  'numFmtId="0" fontId="0"',
  'numFmtId="49" fontId="0"',
  'numFmtId="164" fontId="0"',
  'numFmtId="165" fontId="0"',
  'numFmtId="166" fontId="0"',
  'numFmtId="49" fontId="1"',
].map((format) => `<xf ${format} fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`)

const font = '<sz val="11"/><name val="Calibri"/><family val="2"/>'

const stylesXml = `${declaration}<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="166" formatCode="hh:mm"/></numFmts><fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${formats.length}">${formats.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
