import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine, readCsv } from './csv.ts'

const cells = (text: string) => readCsv(text).rows.map((row) => row.cells)

test.each([
  ['a,b\nc,d', 'as usual'],
  ['a,b\r\nc,d\r\n', 'as Windows writes it'],
  ['a,b\rc,d', 'as an old Mac writes it'],
  ['\ufeffa,b\nc,d', 'with a byte order mark'],
  ['a;b\nc;d', 'with semicolons'],
  ['a\tb\nc\td', 'with tabs'],
  ['"a","b"\n"c","d"', 'in quotation marks'],
  ['\ufeff"a";"b"\r\n"c";"d"\r\n\r\n;\r\n', 'all at once, with empty rows'],
])('%j is read %s', (text) => {
  expect(cells(text)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
})

test('quoted cells may contain separators, line ends and quotation marks; line numbers stay correct', () => {
  expect(readCsv('name;note\n"Vance, ""Nell""";"first\nsecond"\nlast;x')).toEqual({
    rows: [
      { line: 1, cells: ['name', 'note'] },
      { line: 2, cells: ['Vance, "Nell"', 'first\nsecond'] },
      { line: 4, cells: ['last', 'x'] },
    ],
    open: null,
  })
})

test('a quotation mark inside a cell is text; an unclosed one is reported with its line', () => {
  expect(cells('5" pipe,x')).toEqual([['5" pipe', 'x']])
  expect(cells('5" pipe;x')).toEqual([['5" pipe', 'x']])
  expect(cells('"a\n\tb",x')).toEqual([['a\n\tb', 'x']])
  expect(cells('"a" b,x')).toEqual([['a b', 'x']])
  expect(readCsv('a,b\nc,"d\ne,f')).toEqual({ rows: [{ line: 1, cells: ['a', 'b'] }], open: 2 })
  expect(readCsv('')).toEqual({ rows: [], open: null })
})

test('reading restores any text written by the rules', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'ñ', '"', ',', ';', '\t', '\n', '\r', ' ', '7') })
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(rows, fc.constantFrom(',', ';', '\t'), (given, separator) => {
      const head = ['first', 'second']
      const text = [head, ...given]
        .map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(separator))
        .join('\r\n')
      expect(cells(text)).toEqual([head, ...given.filter((row) => row.some((one) => one.trim() !== ''))])
    }),
  )
})

test.each([
  ['=HYPERLINK("http://example.com","x")', `"'=HYPERLINK(""http://example.com"",""x"")"`],
  ['+1+cmd', "'+1+cmd"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', `"'\t=1"`],
  ["'=1", "''=1"],
  ['＝1+1', "'＝1+1"],
  ['-5', '-5'],
  ['+1,5', '"+1,5"'],
  ["'quoted'", "'quoted'"],
])('%j is written so that no spreadsheet runs it', (cell, written) => {
  expect(csvLine([cell])).toBe(written)
  expect(cells(csvLine([cell, 'x']))).toEqual([[cell, 'x']])
})

test('reading restores guarded cells', () => {
  const cell = fc.string({
    unit: fc.constantFrom('=', '+', '-', '@', "'", '\t', '\r', '\n', '"', ',', '1', 'a'),
  })
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), (row) => {
      expect(cells(csvLine(['x', ...row]))).toEqual([['x', ...row]])
    }),
  )
})
