import * as xlsx from '@e965/xlsx'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseWorkbook } from './parse-workbook.ts'
import { readFormSheets } from './sheets-in-worker.ts'

const rows = [
  ['type', 'name', 'label'],
  ['text', 'address', 'Street address'],
  ['select_one state', 'roof', 'Roof'],
]

function workbook(bookType: 'xlsx' | 'biff8'): Uint8Array {
  const book = xlsx.utils.book_new()
  xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet(rows), 'survey')
  return new Uint8Array(xlsx.write(book, { type: 'array', bookType }))
}

test.each(['xlsx', 'biff8'] as const)('%s is read as texts, days as a form writes them', async (kind) => {
  expect(await parseWorkbook(workbook(kind))).toEqual([{ name: 'survey', rows }])
  const dated = xlsx.utils.book_new()
  const cells = [
    [
      { t: 'n', v: 45_292, z: 'yyyy-mm-dd' },
      { t: 'n', v: 1.5 },
      { t: 'b', v: true },
    ],
  ]
  xlsx.utils.book_append_sheet(dated, xlsx.utils.aoa_to_sheet(cells), 'survey')
  const bytes = new Uint8Array(xlsx.write(dated, { type: 'array', bookType: kind }))
  expect(await parseWorkbook(bytes)).toEqual([{ name: 'survey', rows: [['2024-01-01', '1.5', 'true']] }])
})

test('a formula gives its last displayed value, never its text', async () => {
  const book = xlsx.utils.book_new()
  const sheet = xlsx.utils.aoa_to_sheet([['shown']])
  sheet.A2 = { t: 'n', v: 7, f: 'WEBSERVICE("http://example.com")' }
  sheet['!ref'] = 'A1:A2'
  xlsx.utils.book_append_sheet(book, sheet, 'survey')
  const bytes = new Uint8Array(xlsx.write(book, { type: 'array', bookType: 'xlsx' }))
  expect(await parseWorkbook(bytes)).toEqual([{ name: 'survey', rows: [['shown'], ['7']] }])
})

test('the same table in CSV and in Markdown, rows by the lines of the file', async () => {
  const encode = (text: string) => new TextEncoder().encode(text)
  const csv = 'survey\n,type,name\n,text,"a, b"\n\nchoices\n,list_name,name\n,l,x'
  expect(await parseWorkbook(encode(csv))).toEqual([
    { name: 'survey', rows: [[], ['type', 'name'], ['text', 'a, b']] },
    { name: 'choices', rows: [[], [], [], [], [], ['list_name', 'name'], ['l', 'x']] },
  ])
  const markdown = '| survey |\n| | type | name |\n|---|---|---|\n| | text | a \\| b |'
  expect(await parseWorkbook(encode(markdown))).toEqual([
    { name: 'survey', rows: [[], ['type', 'name'], [], ['text', 'a | b']] },
  ])
})

const change = fc.record({ at: fc.nat(), byte: fc.nat(255) })
const changes = fc.tuple(fc.array(change, { minLength: 1, maxLength: 12 }), fc.nat())

function changed(
  file: Uint8Array,
  [bytes, cut]: readonly [{ at: number; byte: number }[], number],
): Uint8Array {
  const other = file.slice(0, cut % 3 === 0 ? Math.max(4, cut % file.length) : file.length)
  for (const { at, byte } of bytes) other[at % other.length] = byte
  return other
}

test('an .xlsx with any bytes changed is read or rejected, and ends', { timeout: 120_000 }, async () => {
  const file = workbook('xlsx')
  await fc.assert(
    fc.asyncProperty(changes, async (own) => {
      const outcome = await parseWorkbook(changed(file, own)).catch((error: unknown) => error)
      expect(outcome === null || Array.isArray(outcome) || outcome instanceof Error).toBe(true)
    }),
    { numRuns: 200 },
  )
})

test('an .xls with any bytes changed is read or rejected, and ends', { timeout: 240_000 }, async () => {
  const file = workbook('biff8')
  // In a separate process, as on the server: some files make SheetJS use all its memory.
  await fc.assert(
    fc.asyncProperty(changes, async (own) => {
      expect(['form', 'not-a-form']).toContain((await readFormSheets(changed(file, own))).kind)
    }),
    { numRuns: 6 },
  )
})
