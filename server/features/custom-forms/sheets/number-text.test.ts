import * as xlsx from '@e965/xlsx'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { handMadeXlsx } from '#server/testing/hand-made-xlsx.ts'
import { numberText } from './number-text.ts'
import { parseWorkbook } from './parse-workbook.ts'

const day = 86_400_000
/** Serials before March 1900 treat 1900 as a leap year. */
const firstOf = (is1904: boolean) => (is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30))
const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10)

test('a serial is its day and its time, in both date systems', () => {
  const last = Date.UTC(9999, 11, 31)
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.integer({ min: Date.UTC(1904, 0, 2) / day, max: last / day }),
      fc.integer({ min: 0, max: 86_399 }),
      (is1904, days, seconds) => {
        const serial = (days * day - firstOf(is1904)) / day + seconds / 86_400
        const clock = new Date(seconds * 1_000).toISOString().slice(11, 19)
        expect(numberText(serial, 'yyyy-mm-dd', is1904)).toBe(isoDay(days * day))
        expect(numberText(serial, 'd/m/yyyy h:mm:ss', is1904)).toBe(`${isoDay(days * day)} ${clock}`)
        expect(numberText(serial, 'h:mm:ss AM/PM', is1904)).toBe(clock)
      },
    ),
    { numRuns: 2_000 },
  )
})

test.each([
  [1, '1900-01-01'],
  [59, '1900-02-28'],
  [61, '1900-03-01'],
  [45_351, '2024-02-29'],
  [2_958_465, '9999-12-31'],
])('day %s of the 1900 system is %s', (serial, text) => {
  expect(numberText(serial, 'm/d/yy', false)).toBe(text)
})

test.each([
  [0, '1904-01-01'],
  [43_889, '2024-02-29'],
])('day %s of the 1904 system is %s', (serial, text) => {
  expect(numberText(serial, 'm/d/yy', true)).toBe(text)
})

test.each([
  [0.354_166_666_666_666_7, 'h:mm', '08:30'],
  [0.354_166_666_666_666_7, '[h]:mm', '08:30'],
  [0.354_166_666_666_666_7, 'yyyy-mm-dd', '08:30'],
  [0.999_999_9, 'h:mm', '00:00'],
  [0.333_333_3, 'h:mm AM/PM', '08:00'],
  [45_352.604_166_666_66, 'yyyy-mm-dd hh:mm', '2024-03-01 14:30'],
  [45_352.999_999_99, 'yyyy-mm-dd hh:mm', '2024-03-02 00:00'],
  [45_352.375, 'h:mm', '09:00'],
  [1.104_166_666_7, '[h]:mm', '26:30'],
  [1.104_166_666_7, '[mm]:ss', '26:30:00'],
  [0.000_011_574_1, 'h:mm', '00:00:01'],
  [45_352, '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', '2024-03-01'],
  [45_352, 'yyyy"年"m"月"d"日"', '2024-03-01'],
  [45_352, 'd-mmm', '2024-03-01'],
  [5, 'd" days"', '5 days'],
  [45_352, 'mmmm', 'March'],
  [-1, 'yyyy-mm-dd', '-1'],
  [3_000_000, 'yyyy-mm-dd', '3000000'],
  [2.5, '[Red]0.0', '2.5'],
  [2.5, '0 "hours"', '2.5'],
  [0.1 + 0.2, 'General', '0.3'],
])('%s as %s is %s', (value, format, text) => {
  expect(numberText(value, format, false)).toBe(text)
})

describe.each(['xlsx', 'xls'] as const)('in an .%s', (kind) => {
  test.each([false, true])('days and times with the 1904 system %s', async (date1904) => {
    const formats = ['yyyy-mm-dd', 'h:mm', 'm/d/yyyy h:mm', '[h]:mm:ss']
    const first = firstOf(date1904)
    const values = [
      (Date.UTC(2024, 1, 29) - first) / day,
      0.5625,
      (Date.UTC(2024, 2, 1, 14, 30) - first) / day,
      26.5 / 24,
    ]
    const book = await parseWorkbook(await (kind === 'xlsx' ? byHand : byLibrary)(formats, values, date1904))
    expect(book?.[0]?.rows).toEqual([['2024-02-29', '13:30', '2024-03-01 14:30', '26:30:00']])
  })
})

describe.each(['xlsx', 'xls'] as const)('numbers in an .%s', (kind) => {
  test('are shown as the spreadsheet shows them where people read them, and values elsewhere', async () => {
    const formats = ['0%', '"$"#,##0.00', '# ?/?', '#,##0', 'General']
    const values = [0.1, 450, 0.5, 1_000, 0.1 + 0.2]
    const header = ['label', 'Label::Spanish (es)', 'hint', 'default', 'constraint message']
    const make = kind === 'xlsx' ? byHand : byLibrary
    const bytes = await make(formats, values, false, header)
    expect((await parseWorkbook(bytes))?.[0]?.rows[1]).toEqual(['10%', '$450.00', '1/2', '1000', '0.3'])
  })
})

function byHand(
  formats: readonly string[],
  values: readonly number[],
  date1904: boolean,
  header: string[] = [],
) {
  const texts = header.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`)
  const cells = values.map((value, index) => `<c s="${index + 1}"><v>${value}</v></c>`)
  const rows = [texts, cells].filter((row) => row.length > 0)
  const survey = rows.map((row) => `<row>${row.join('')}</row>`).join('')
  return handMadeXlsx({ formats, date1904, sheets: { survey } })
}

async function byLibrary(
  formats: readonly string[],
  values: readonly number[],
  date1904: boolean,
  header: string[] = [],
) {
  const book = xlsx.utils.book_new()
  const row = values.map((v, index) => ({ t: 'n' as const, v, z: formats[index] ?? '' }))
  xlsx.utils.book_append_sheet(
    book,
    xlsx.utils.aoa_to_sheet(header.length > 0 ? [header, row] : [row]),
    'survey',
  )
  book.Workbook = { ...book.Workbook, WBProps: { date1904 } }
  return new Uint8Array(xlsx.write(book, { type: 'array', bookType: 'biff8' }))
}
