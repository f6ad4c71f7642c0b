import { BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js'

const declaration = '<?xml version="1.0" encoding="UTF-8"?>'
const types = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

interface Workbook {
  /** The `row` elements of each sheet, by the sheet's name. */
  readonly sheets: Readonly<Record<string, string>>
  /** The `si` elements. */
  readonly strings?: string
  /** The format code of each cell style, from style 1 on. */
  readonly formats?: readonly string[]
  readonly date1904?: boolean
}

/** Builds an .xlsx from the test's own XML, independent of a library's writer. */
export async function handMadeXlsx({ sheets, strings = '', formats = [], date1904 = false }: Workbook) {
  const names = Object.keys(sheets)
  return zipOf({
    '_rels/.rels': relations([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns:r="r"><workbookPr date1904="${date1904}"/><sheets>${names
      .map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...names.map(
        (_, index) => [`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`] as const,
      ),
      ['strings', 'sharedStrings', '/xl/sharedStrings.xml'],
      ['styles', 'styles', 'styles.xml'],
    ]),
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
    'xl/styles.xml': `<styleSheet><numFmts>${formats
      .map((code, index) => `<numFmt numFmtId="${200 + index}" formatCode="${escaped(code)}"/>`)
      .join('')}</numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
      .map((_, index) => `<xf numFmtId="${200 + index}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      Object.values(sheets).map((rows, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
  })
}

/** A zip of XML parts. */
export async function zipOf(parts: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const zip = new ZipWriter(new BlobWriter(), { useWebWorkers: false })
  for (const [name, xml] of Object.entries(parts)) await zip.add(name, new TextReader(declaration + xml))
  return new Uint8Array(await (await zip.close()).arrayBuffer())
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

function relations(all: readonly (readonly [id: string, type: string, target: string])[]): string {
  return `<Relationships>${all
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${types}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`
}
