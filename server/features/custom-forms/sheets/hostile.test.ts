import { Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import { expect, test } from 'vitest'
import { handMadeXlsx, zipOf } from '#server/testing/hand-made-xlsx.ts'
import { sheetLimits } from './limits.ts'
import { parseWorkbook } from './parse-workbook.ts'
import { ContentTooLarge, zipParts } from './zip-parts.ts'

const megabyte = 1024 * 1024
const sheet = (rows: string) => handMadeXlsx({ sheets: { survey: rows } })
const text = (words: string) => `<c t="inlineStr"><is><t>${words}</t></is></c>`

test.each<readonly [string, () => Promise<Uint8Array>]>([
  ['a part that shrinks too well', () => sheet(`<row>${text('a'.repeat(2 * megabyte))}</row>`)],
  [
    'parts that come to too much',
    () =>
      zipOf(
        Object.fromEntries(
          Array.from({ length: 80 }, (_, index) => [`p${index}`, 'a'.repeat(megabyte - 100)]),
        ),
      ),
  ],
  [
    'too many parts',
    () =>
      zipOf(
        Object.fromEntries(Array.from({ length: sheetLimits.parts + 1 }, (_, index) => [`p${index}`, ''])),
      ),
  ],
])('%s is rejected by the directory alone', async (_, file) => {
  await expect(file().then(zipParts)).rejects.toThrow(ContentTooLarge)
})

test.each<readonly [string, () => Promise<Uint8Array>]>([
  ['elements within elements', () => sheet('<a>'.repeat(200) + '</a>'.repeat(200))],
  [
    'attributes without end',
    () => sheet(`<row ${Array.from({ length: 300 }, (_, index) => `a${index}="${index}"`).join(' ')}/>`),
  ],
  [
    'more shared strings than a form has cells',
    () =>
      handMadeXlsx({
        strings: Array.from({ length: sheetLimits.cells + 1 }, (_, index) => `<si><t>${index}</t></si>`).join(
          '',
        ),
        sheets: { survey: '' },
      }),
  ],
  ['more cells than a form has', () => sheet(`<row>${text('x').repeat(700)}</row>`.repeat(600))],
  [
    'cells far to the right',
    () =>
      sheet(Array.from({ length: 30 }, (_, row) => `<row><c r="XFD${row + 1}"><v>1</v></c></row>`).join('')),
  ],
  ['a cell far down', () => sheet('<row r="1048576"><c><v>1</v></c></row>')],
  [
    'more sheets than a form has',
    () =>
      handMadeXlsx({
        sheets: Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`s${index}`, ''])),
      }),
  ],
  [
    'more rows of text than a form has',
    async () => new TextEncoder().encode(`type,name\n${'text,a\n'.repeat(sheetLimits.rows)}`),
  ],
])('%s are rejected while they are read', async (_, file) => {
  await expect(file().then(parseWorkbook)).rejects.toThrow(ContentTooLarge)
})

test('a part is never unpacked further than the directory declared', async () => {
  const bytes = await sheet(`<row>${text('abc '.repeat(20_000))}</row>`)
  const entries = await new ZipReader(new Uint8ArrayReader(bytes)).getEntries()
  const size = entries.find(({ filename }) => filename.endsWith('sheet1.xml'))?.uncompressedSize ?? 0
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at + 4 <= bytes.length; at += 1)
    if (view.getUint32(at, true) === size) view.setUint32(at, 10, true)
  let unpacked = 0
  const part = (await zipParts(bytes)).get('xl/worksheets/sheet1.xml')
  const reading = part?.((piece) => {
    unpacked += piece.byteLength
  })
  await expect(reading).rejects.toThrow()
  expect(unpacked).toBeLessThanOrEqual(10)
})

test('accepts styled blank cells, and any content in other sheets', async () => {
  const rows = (count: number, cells: (row: number) => string) =>
    Array.from({ length: count }, (_, row) => `<row r="${row + 1}">${cells(row + 1)}</row>`).join('')
  const blanks = (row: number) =>
    ['B', 'C', 'D', 'E'].map((column) => `<c r="${column}${row}" s="1"/>`).join('')
  const survey = rows(30_000, (row) => (row === 1 ? text('type') : '') + blanks(row))
  const data = rows(30_000, (row) => `<c><v>${row * 7}</v></c>`.repeat(2))
  expect(await parseWorkbook(await handMadeXlsx({ sheets: { survey, data } }))).toEqual([
    { name: 'survey', rows: [['type']] },
    { name: 'data', rows: [] },
  ])
})
