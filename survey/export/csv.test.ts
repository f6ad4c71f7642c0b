import { expect, test } from 'vitest'
import { csvHead, csvRow } from './csv.ts'
import { TableDraft } from './table.ts'
import { tableFileName } from './table-names.ts'

function table(...keys: readonly string[]) {
  const draft = new TableDraft({ key: 'surveys', series: 's', label: 'Surveys' })
  for (const key of keys) draft.column([key], { key, label: key.toUpperCase(), separator: '; ' })
  return draft
}

test('cells are quoted where a comma, a quote, a line break or a space at the end needs it', () => {
  const row = ['plain', 'a,b', 'say "hi"', 'two\nlines', ' edge ', 'semi;colon']
  expect(csvRow(table(...row), row)).toBe('plain,"a,b","say ""hi""","two\nlines"," edge ","semi;colon"\r\n')
})

test('a negative number is a number, and the same text is marked as text', () => {
  expect(csvRow(table('a', 'b', 'c'), [-5, '-5', null])).toBe("-5,'-5,\r\n")
})

test('a list is one cell, and each of its items is kept from being a formula', () => {
  expect(csvRow(table('a'), [['12 V', '=x']])).toBe(`"12 V;' =x"\r\n`)
})

test('the names of columns are kept from being formulas', () => {
  const draft = table('=a', 'b')
  expect(csvHead(draft, { headers: 'both' })).toBe("'=a,b\r\n'=A,B\r\n")
})

test('columns with equal names are numbered', () => {
  const draft = new TableDraft({ key: 'surveys', series: 's', label: 'Surveys' })
  for (const place of ['x', 'y', 'z']) draft.column([place], { key: 'a', label: 'A' })
  expect(csvHead(draft, { headers: 'both' })).toBe('a,a_2,a_3\r\nA,A (2),A (3)\r\n')
})

test('names of files are those that every system accepts, and unique', () => {
  const taken = new Set<string>()
  const names = ['Room', 'ROOM', '../etc/passwd', 'CON', 'a\u202eb', '', 'x.'].map((label) =>
    tableFileName(label, taken),
  )
  expect(names).toEqual(['Room', 'ROOM (2)', 'etc passwd', '_CON', 'a b', 'Table', 'x'])
})
