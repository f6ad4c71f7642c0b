import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import {
  exportedSurvey,
  exportToBytes,
  readWorkbook,
  sheetRows,
  testSeries,
} from '#server/testing/exports.ts'
import { exportRows } from '#survey/export/export-rows.ts'
import { defaultExportOptions } from '#survey/export/options.ts'
import { planTables } from '#survey/export/plan-tables.ts'
import { sheetName } from '#survey/export/table-names.ts'
import type { Survey } from '#survey/survey.ts'
import { templateFrom } from '#survey/template-source.ts'
import { open } from '#survey/testing/scenario.ts'
import type { SheetLimits } from './cell-xml.ts'
import { Workbook } from './workbook.ts'

const template = templateFrom({
  series: testSeries,
  name: 'Notes',
  version: 1,
  sections: [
    {
      key: 'site',
      name: 'Site',
      fields: ['a', 'b', 'c', 'd'].map((key) => ({ key, name: key.toUpperCase(), type: 'text' })),
    },
    {
      key: 'room',
      name: 'Room',
      addSimilarText: 'Add a room',
      fields: [{ key: 'number', name: 'Number', type: 'text', media: true }],
    },
  ],
})

/** Keeps the temporary files in memory. */
const files = {
  async scratch() {
    let all = Buffer.alloc(0)
    return {
      write: async (bytes: Uint8Array, at: number) => {
        all = Buffer.concat([all.subarray(0, at), bytes])
      },
      read: async (at: number, length: number) => all.subarray(at, at + length),
      drop: async () => {},
    }
  },
}

async function bookOf(surveys: readonly Survey[], limits: SheetLimits) {
  const plan = planTables([{ series: testSeries, template }], { ...defaultExportOptions, headers: 'keys' })
  const workbook = new Workbook(plan, files, limits)
  for (const survey of surveys) await workbook.write(exportRows(plan, exportedSurvey(survey)))
  const out = new PassThrough()
  const [bytes] = await Promise.all([buffer(out), workbook.finish(out)])
  return { book: readWorkbook(bytes), cutCells: workbook.cutCells }
}

const wide = { rows: 1_048_576, columns: 16_384, characters: 32_767 }

test('300 rooms have a line each, in order', async () => {
  let scenario = open(template).answer('Room', 'Number', '1')
  for (let number = 2; number <= 300; number++)
    scenario = scenario.addAnyway('Room').answer(`Room ${number}`, 'Number', String(number))
  const { bytes } = await exportToBytes([exportedSurvey(scenario.survey)], { headers: 'keys' })
  const [names = [], ...rows] = sheetRows(readWorkbook(bytes), 'Room')
  const at = names.indexOf('number')
  expect(rows.map((row) => row[at])).toEqual(Array.from({ length: 300 }, (_, index) => String(index + 1)))
})

test('a table with more rows than a sheet takes continues on another sheet', async () => {
  const surveys = ['1', '2', '3', '4', '5'].map((text) => open(template).answer('Site', 'A', text).survey)
  const { book } = await bookOf(surveys, { ...wide, rows: 3 })
  expect(book.SheetNames).toEqual(['Surveys', 'Surveys (2)', 'Surveys (3)', 'Room'])
  const rows = book.SheetNames.slice(0, 3).map((name) => sheetRows(book, name))
  expect(rows.map(([names]) => names)).toEqual([rows[0]?.[0], rows[0]?.[0], rows[0]?.[0]])
  const at = rows[0]?.[0]?.indexOf('site.a') ?? -1
  expect(rows.map(([, ...lines]) => lines.map((line) => line[at]))).toEqual([['1', '2'], ['3', '4'], ['5']])
})

test('a table with more columns than a sheet takes continues on another sheet, with the survey’s id', async () => {
  const { survey } = open(template).answer('Site', 'A', '1').answer('Site', 'D', '4')
  const { book } = await bookOf([survey], { ...wide, columns: 13 })
  const [first, second] = ['Surveys', 'Surveys (2)'].map((name) => sheetRows(book, name))
  expect(first?.[0]).toHaveLength(13)
  expect(second?.[0]).toEqual(['survey_id', 'survey_name', 'template', 'site.c', 'site.d'])
  expect(second?.[1]).toEqual([survey.id, 'Harbor View', 'Notes', null, '4'])
})

test('a text that is too long for a cell is cut, and the cell says so', async () => {
  const { survey } = open(template).answer('Site', 'A', `${'x'.repeat(59)}𝄞${'y'.repeat(60)}`)
  const { book, cutCells } = await bookOf([survey], { ...wide, characters: 90 })
  const [names = [], line = []] = sheetRows(book, 'Surveys')
  const cell = String(line[names.indexOf('site.a')])
  expect(cell.length).toBeLessThanOrEqual(90)
  expect(cell).toMatch(/^x{59}.*… \[cut at 90 characters\]$/u)
  expect(cell.isWellFormed()).toBe(true)
  expect(cutCells).toBe(1)
})

test('a list that is too long for a cell has whole items', async () => {
  let scenario = open(template).answer('Room', 'Number', '1')
  for (let count = 0; count < 3; count++) scenario = scenario.photo('Room', 'Number')
  const { book, cutCells } = await bookOf([scenario.survey], { ...wide, characters: 100 })
  const [names = [], line = []] = sheetRows(book, 'Room')
  const [first, second] = scenario.survey.sections[1]?.subSections[0]?.answers[0]?.media ?? []
  expect(line[names.indexOf('number:files')]).toBe(`${first?.id}\n${second?.id}\n… [cut at 100 characters]`)
  expect(cutCells).toBe(1)
})

test('names of sheets are those that spreadsheets accept, and unique', () => {
  const taken = new Set<string>()
  const names = [
    'Room',
    'room',
    'A/B: C? [D]*\\',
    "'quoted'",
    'History',
    '',
    'x'.repeat(40),
    'x'.repeat(41),
    `${'y'.repeat(30)}𝄞`,
    'שלום',
  ].map((label) => sheetName(label, taken))
  expect(names).toEqual([
    'Room',
    'room (2)',
    'A B C D',
    'quoted',
    'History 1',
    'Sheet',
    'x'.repeat(31),
    `${'x'.repeat(27)} (2)`,
    'y'.repeat(30),
    'שלום',
  ])
})

test('sections with equal names have sheets of their own', async () => {
  const twins = templateFrom({
    series: testSeries,
    name: 'Twins',
    version: 1,
    sections: ['a', 'b'].map((key) => ({
      key,
      name: 'Room: [all]',
      addSimilarText: 'Add',
      fields: [{ key: 'x', name: 'X', type: 'text' }],
    })),
  })
  const { bytes } = await exportToBytes([exportedSurvey(open(twins).survey)], {})
  expect(readWorkbook(bytes).SheetNames).toEqual(['Surveys', 'Room all', 'Room all (2)'])
})
