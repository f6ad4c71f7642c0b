import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { handMadeXlsx, zipOf } from '#server/testing/hand-made-xlsx.ts'
import { parseWorkbook } from './parse-workbook.ts'

async function rowsOf(workbook: Parameters<typeof handMadeXlsx>[0]) {
  const book = await parseWorkbook(await handMadeXlsx(workbook))
  return book?.[0]?.rows
}

/** All characters that XML allows, except the carriage return, which XML turns into a line feed. */
const character = fc
  .oneof(fc.integer({ min: 0x20, max: 0xff }), fc.integer({ min: 0x20, max: 0x10ffff }))
  .filter((code) => (code < 0xd800 || code > 0xdfff) && code !== 0xfffe && code !== 0xffff)
type Write = (code: number) => string
const decimal: Write = (code) => `&#${code};`
const hex: Write = (code) => `&#x${code.toString(16)};`
const upperHex: Write = (code) => `&#x${code.toString(16).toUpperCase()};`
const literal: Write = (code) =>
  '&<>"'.includes(String.fromCharCode(code)) ? decimal(code) : String.fromCodePoint(code)

test('every character of Unicode, literal or by number, in shared, inline and formula strings', async () => {
  const written = fc.array(fc.tuple(character, fc.constantFrom(decimal, hex, upperHex, literal)), {
    maxLength: 40,
  })
  await fc.assert(
    fc.asyncProperty(written, async (pieces) => {
      const text = pieces.map(([code]) => String.fromCodePoint(code)).join('')
      fc.pre(!/_x[\da-f]{4}_/i.test(text))
      const xml = pieces.map(([code, write]) => write(code)).join('')
      const rows = await rowsOf({
        strings: `<si><t xml:space="preserve">[${xml}]</t></si><si><r><t>[</t></r><r><t>${xml}]</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si>`,
        sheets: {
          survey: `<row>
            <c t="s"><v>0</v></c><c t="s"><v>1</v></c>
            <c t="inlineStr"><is><t xml:space="preserve">[${xml}]</t></is></c>
            <c t="inlineStr"><is><r><t>[${xml}</t></r><r><t>]</t></r></is></c>
            <c t="str"><f>A1</f><v>[${xml}]</v></c></row>`,
        },
      })
      expect(rows).toEqual([Array(5).fill(`[${text}]`)])
    }),
    { numRuns: 100 },
  )
})

test('every plane of Unicode in one file', async () => {
  const codes = Array.from({ length: 0x1100 }, (_, index) => index * 0x100 + 0x41).filter(
    (code) => code < 0xd800 || code > 0xdfff,
  )
  const all = String.fromCodePoint(...codes)
  const cell = (write: Write) => `<c t="inlineStr"><is><t>${codes.map(write).join('')}</t></is></c>`
  const rows = await rowsOf({
    sheets: { survey: `<row>${[decimal, hex, literal].map(cell).join('')}</row>` },
  })
  expect(rows).toEqual([[all, all, all]])
})

test('decodes escaped characters once', async () => {
  const xml = '&amp;lt; &amp;#128119; _x005F_x0041_ _x0041_ _xD83D__xDC77_ <![CDATA[<b>&amp;</b>]]>'
  const cells = `<c t="inlineStr"><is><t>${xml}</t></is></c><c t="str"><f>A1</f><v>${xml}</v></c>`
  const text = '&lt; &#128119; _x0041_ A 👷 <b>&amp;</b>'
  expect(await rowsOf({ sheets: { survey: `<row>${cells}</row>` } })).toEqual([[text, text]])
})

test('cells by their kind: errors by their name, formulas by their result, dates that are written as such', async () => {
  const rows = await rowsOf({
    sheets: {
      survey: `
        <row r="2"><c r="B2" t="e"><f>VLOOKUP(1,A:A,1)</f><v>#N/A</v></c><c r="D2" t="e"><v>#SPILL!</v></c></row>
        <row><c t="b"><v>1</v></c><c t="b"><v>0</v></c><c><v>0.30000000000000004</v></c><c><v>1E3</v></c></row>
        <row r="4"><c><f>1+1</f></c><c><f>1+1</f><v></v></c><c t="str"><f>""</f><v></v></c><c><f>1+1</f><v>2</v></c></row>
        <row><c t="d"><v>2024-02-29T00:00:00</v></c><c t="d"><v>2024-02-29T08:30:00.000Z</v></c></row>`,
    },
  })
  expect(rows).toEqual([
    [],
    ['', '#N/A', '', '#SPILL!'],
    ['true', 'false', '0.3', '1000'],
    ['#GETTING_DATA', '#GETTING_DATA', '', '2'],
    ['2024-02-29', '2024-02-29 08:30:00'],
  ])
})

test('only sheets of a form are read; prefixes, absolute paths and other cases of names are understood', async () => {
  const bytes = await zipOf({
    '_rels/.rels':
      '<p:Relationships xmlns:p="p"><p:Relationship Id="a" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" Target="/Book/Main.xml"/></p:Relationships>',
    'book/main.xml':
      '<x:workbook xmlns:x="x" xmlns:rel="r"><x:sheets><x:sheet name="Prices" rel:id="a"/><x:sheet name="Survey" rel:id="b"/></x:sheets></x:workbook>',
    'book/_rels/main.xml.rels':
      '<Relationships><Relationship Id="a" Type="t/worksheet" Target="a.xml"/><Relationship Id="b" Type="t/worksheet" Target="../Book/sheets/../b.xml"/></Relationships>',
    'book/a.xml': '<worksheet><row><c><v>1</v></c></row></worksheet>',
    'book/b.xml':
      '<x:worksheet xmlns:x="x"><x:sheetData><x:row><x:c><x:v>2</x:v></x:c></x:row></x:sheetData></x:worksheet>',
  })
  expect(await parseWorkbook(bytes)).toEqual([
    { name: 'Prices', rows: [] },
    { name: 'Survey', rows: [['2']] },
  ])
})

describe('files that are not .xlsx', () => {
  test.each([
    ['a document', { 'word/document.xml': '<document/>' }],
    [
      'a binary workbook',
      {
        '_rels/.rels':
          '<Relationships><Relationship Id="a" Type="t/officeDocument" Target="xl/workbook.bin"/></Relationships>',
        'xl/workbook.bin': 'x',
      },
    ],
  ])('%s is none', async (_, parts) => {
    expect(await parseWorkbook(await zipOf(parts))).toBeNull()
  })
})
