import { randomBytes } from 'node:crypto'
import { PassThrough, Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { StoreFull } from '#server/files/store.ts'
import {
  exportedSurvey,
  exportToBytes,
  oneByOne,
  readCsv,
  readWorkbook,
  readZipTexts,
  sheetRows,
  testSeries,
} from '#server/testing/exports.ts'
import type { ExportedSurvey } from '#survey/export/exported-survey.ts'
import { defaultExportOptions } from '#survey/export/options.ts'
import { templateFrom } from '#survey/template-source.ts'
import { open } from '#survey/testing/scenario.ts'
import { exportFileType, writeExport } from './write-export.ts'

const template = templateFrom({
  series: testSeries,
  name: 'Inspection',
  version: 1,
  sections: [
    {
      key: 'site',
      name: 'Site',
      fields: [
        { key: 'name', name: 'Name', type: 'text' },
        { key: 'built', name: 'Built', type: 'date' },
        { key: 'seen', name: 'Seen', type: 'date_time' },
        { key: 'opens', name: 'Opens', type: 'time' },
        { key: 'loss', name: 'Loss', type: 'decimal', unit: 'dB' },
        { key: 'gate', name: 'Gate', type: 'position' },
      ],
    },
    {
      key: 'room',
      name: 'Room',
      addSimilarText: 'Add a room',
      fields: [{ key: 'number', name: 'Room number', type: 'text', media: true }],
    },
  ],
})

const withoutRooms = templateFrom({
  series: testSeries,
  name: 'Note',
  version: 2,
  sections: [{ key: 'site', name: 'Site', fields: [{ key: 'note', name: 'Note', type: 'text' }] }],
})

function filled(): ExportedSurvey {
  const { survey } = open(template)
    .answer('Site', 'Name', '=1+1')
    .answer('Site', 'Built', '1999-12-31')
    .answer('Site', 'Seen', '2026-07-04T15:30')
    .answer('Site', 'Opens', '08:30')
    .answer('Site', 'Loss', '-3.5')
    .answer('Site', 'Gate', '40.5 -74 5')
    .answer('Room', 'Room number', '007')
  return exportedSurvey({ ...survey, timeZone: 'America/New_York' })
}

function noted(text: string): ExportedSurvey {
  return exportedSurvey(open(withoutRooms).answer('Site', 'Note', text).survey)
}

function inColumns(rows: readonly (readonly unknown[])[], line = 1): Readonly<Record<string, unknown>> {
  return Object.fromEntries((rows[0] ?? []).map((name, index) => [name, rows[line]?.[index] ?? null]))
}

test('a workbook has typed numbers, dates and times, and text is never a formula', async () => {
  const { bytes, surveys, left } = await exportToBytes([filled()], { headers: 'keys' })
  expect(surveys).toBe(1)
  expect(left).toEqual([])
  const book = readWorkbook(bytes)
  expect(book.SheetNames).toEqual(['Surveys', 'Room'])
  const cells = inColumns(sheetRows(book, 'Surveys'))
  expect(cells).toMatchObject({ 'site.name': '=1+1', 'site.loss': -3.5, 'site.gate:longitude': -74 })
  const sheet = book.Sheets.Surveys ?? {}
  const all: { f?: string; t?: string; z?: string; v?: unknown }[] = Object.entries(sheet).flatMap(
    ([address, cell]) => (/^[A-Z]+2$/.test(address) ? cell : []),
  )
  expect(all.every(({ f }) => f === undefined)).toBe(true)
  const shown = all.filter(({ t, z }) => t === 'n' && z !== 'General').map(({ z, v }) => [z, v])
  // Created and last edited at 8:01 and 8:07 UTC.
  expect(shown).toEqual([
    ['yyyy\\-mm\\-dd\\ hh:mm:ss', expect.closeTo(46027 + (3 * 60 + 1) / 1440, 6)],
    ['yyyy\\-mm\\-dd\\ hh:mm:ss', expect.closeTo(46027 + (3 * 60 + 8) / 1440, 6)],
    ['yyyy\\-mm\\-dd', 36525],
    ['yyyy\\-mm\\-dd\\ hh:mm:ss', expect.closeTo(46207 + (15 * 60 + 30) / 1440, 6)],
    ['hh:mm', expect.closeTo((8 * 60 + 30) / 1440, 6)],
  ])
  expect(inColumns(sheetRows(book, 'Room'))).toMatchObject({ number: '007' })
})

test('column names are keys, labels, or both in two rows', async () => {
  const heads = await Promise.all(
    (['keys', 'labels', 'both'] as const).map(async (headers) => {
      const { bytes } = await exportToBytes([noted('x')], { headers, format: 'csv' })
      return readCsv(bytes)
        .slice(0, -1)
        .map((row) => row.at(-1))
    }),
  )
  expect(heads).toEqual([['site.note'], ['Site: Note'], ['site.note', 'Site: Note']])
})

test('one table is a CSV file with a byte order mark, several are a zip', async () => {
  const one = await exportToBytes([noted('Straße')], { format: 'csv', headers: 'keys' })
  expect([...one.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(inColumns(readCsv(one.bytes))['site.note']).toBe('Straße')
  const options = { ...defaultExportOptions, format: 'csv' } as const
  const type = (of: typeof template) => exportFileType(options, [{ series: testSeries, template: of }])
  expect(type(withoutRooms)).toEqual({ extension: 'csv', contentType: 'text/csv; charset=utf-8' })
  expect(type(template)).toEqual({ extension: 'zip', contentType: 'application/zip' })

  const several = await exportToBytes([filled()], { format: 'csv', headers: 'keys' })
  expect(several.left).toEqual([])
  const files = await readZipTexts(several.bytes)
  expect([...files.keys()]).toEqual(['Surveys.csv', 'Room.csv'])
  expect(inColumns(readCsv(files.get('Surveys.csv') ?? ''))).toMatchObject({
    'site.name': "'=1+1",
    'site.built': '1999-12-31',
    'site.seen': '2026-07-04T15:30:00-04:00',
    'site.opens': '08:30',
    'site.loss': '-3.5',
  })
  expect(inColumns(readCsv(files.get('Room.csv') ?? ''))).toMatchObject({ number: '007' })
})

test.each(['=1', '+1', '-1', '@x', '\t=1', ' =1', '＝1', '"=1', ';=1'])(
  'a spreadsheet does not run the text %j of a CSV file',
  async (text) => {
    const { bytes } = await exportToBytes([noted(text)], { format: 'csv' })
    expect(readCsv(bytes)[1]?.at(-1)?.startsWith("'")).toBe(true)
  },
)

test.each([
  '👩‍🔧 Zoë 𝄞',
  'שלום עולם',
  'He said "no", twice',
  'one\ntwo\n',
  ' spaces ',
  '000123',
  '12345678901234567890',
  '_x0041_ & <b>',
  "O'Neill",
])('the text %j is equal in every format', async (text) => {
  const survey = noted(text)
  const csv = await exportToBytes([survey], { format: 'csv' })
  expect(readCsv(csv.bytes)[1]?.at(-1)).toBe(text)
  const book = await exportToBytes([survey], { format: 'xlsx' })
  expect(sheetRows(readWorkbook(book.bytes), 'Surveys')[1]?.at(-1)).toBe(text)
  const json = await exportToBytes([survey], { format: 'json' })
  expect(JSON.parse(json.bytes.toString()).surveys[0]['site.note']).toBe(text)
})

test('characters that no workbook can hold are left out', async () => {
  const { survey, ...rest } = noted('')
  const odd = 'a\u0000b\u000bc\ufffed\ud800e'
  const sections = survey.sections.map((section) => ({
    ...section,
    subSections: section.subSections.map((part) => ({
      ...part,
      answers: part.answers.map((answer) => ({ ...answer, value: odd })),
    })),
  }))
  const { bytes } = await exportToBytes([{ ...rest, survey: { ...survey, sections } }], {})
  expect(sheetRows(readWorkbook(bytes), 'Surveys')[1]?.at(-1)).toBe('abcd\ufffde')
})

test('JSON is one document of surveys with their sub-sections and the tables of their columns', async () => {
  const { bytes } = await exportToBytes([filled(), noted('x')], { format: 'json' })
  const { tables, surveys } = JSON.parse(bytes.toString())
  expect(tables[0]).toMatchObject({ table: 'surveys', template_key: testSeries })
  expect(tables[0].columns).toContainEqual({ key: 'site.loss', label: 'Site: Loss [dB]' })
  expect(surveys).toHaveLength(2)
  expect(surveys[0]).toMatchObject({
    template_key: testSeries,
    'site.name': '=1+1',
    'site.loss': -3.5,
    'site.seen': '2026-07-04T15:30:00-04:00',
    sub_sections: { room: [{ number: '007', sub_section_number: 1 }] },
  })
})

test('an export without surveys has the columns of a survey', async () => {
  const book = await exportToBytes([], { format: 'xlsx' })
  const [names, ...rows] = sheetRows(readWorkbook(book.bytes), 'Surveys')
  expect(names?.slice(0, 2)).toEqual(['Survey ID', 'Survey'])
  expect(rows).toEqual([])
  const csv = await exportToBytes([], { format: 'csv' })
  expect(readCsv(csv.bytes)).toEqual([names])
  const json = await exportToBytes([], { format: 'json' })
  expect(JSON.parse(json.bytes.toString()).surveys).toEqual([])
  const geojson = await exportToBytes([], { format: 'geojson' })
  expect(JSON.parse(geojson.bytes.toString()).features).toEqual([])
})

test('GeoJSON has a feature for each position, and for photos where the owner chooses so', async () => {
  const { survey } = open(template)
    .answer('Site', 'Gate', '40.5 -74 5')
    .answer('Room', 'Room number', '101')
    .photo('Room', 'Room number', 'Door')
  const [photo] = survey.sections[1]?.subSections[0]?.answers[0]?.media ?? []
  const place = { latitude: 1.5, longitude: -2 }
  const media = new Map([[photo?.id ?? '', { path: 'Room/1.jpg', url: 'https://x/1', position: place }]])
  const one = exportedSurvey(survey, { media })
  const featuresOf = async (exported: ExportedSurvey, photoPositions: boolean) => {
    const { bytes } = await exportToBytes([exported], { format: 'geojson', photoPositions })
    const { type, features } = JSON.parse(bytes.toString())
    expect(type).toBe('FeatureCollection')
    return features
  }
  const [gate, door, ...others] = await featuresOf(one, true)
  expect(others).toEqual([])
  expect(gate).toMatchObject({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [-74, 40.5] },
    properties: { survey_id: survey.id, field: 'gate', accuracy_m: 5, kind: 'position' },
  })
  expect(door).toMatchObject({
    id: photo?.id,
    geometry: { coordinates: [-2, 1.5] },
    properties: {
      kind: 'photo',
      file: 'Room/1.jpg',
      url: 'https://x/1',
      caption: 'Door',
      sub_section_name: '101',
    },
  })
  expect(await featuresOf(one, false)).toHaveLength(1)
  expect(await featuresOf({ ...one, isOwner: false }, true)).toHaveLength(1)
})

test('labels are in the language of the export', async () => {
  const { bytes } = await exportToBytes([noted('x')], { format: 'csv' }, { language: 'es' })
  expect(readCsv(bytes)[0]?.slice(0, 2)).toEqual(['ID de la inspección', 'Inspección'])
})

test('progress counts the surveys', async () => {
  const counts: number[] = []
  const three = [noted('a'), noted('b'), noted('c')]
  await exportToBytes(three, {}, { onProgress: (surveys) => counts.push(surveys) })
  expect(counts).toEqual([1, 2, 3])
})

test.each(['csv', 'xlsx', 'json', 'geojson'] as const)(
  'an aborted %s export leaves no files',
  async (format) => {
    const stop = new AbortController()
    const reason = new Error('No longer needed')
    const out = new PassThrough()
    let left: unknown = null
    const surveys = [filled(), filled(), filled()]
    const exporting = exportToBytes(
      surveys,
      { format },
      {
        out,
        signal: stop.signal,
        onProgress: (count) => {
          if (count === 2) stop.abort(reason)
        },
        files: trackedFiles((open) => {
          left = open
        }),
      },
    )
    await expect(exporting).rejects.toBe(reason)
    expect(out.destroyed).toBe(true)
    expect(left ?? 0).toBe(0)
  },
)

test('an export that is aborted while its zip is written leaves no files', async () => {
  const stop = new AbortController()
  const reason = new Error('No longer needed')
  const out = new PassThrough()
  let left = -1
  out.once('data', () => stop.abort(reason))
  const files = trackedFiles((open) => {
    left = open
  })
  const exporting = exportToBytes([filled()], {}, { out, files, signal: stop.signal })
  await expect(exporting).rejects.toBe(reason)
  expect(out.destroyed).toBe(true)
  expect(left).toBe(0)
})

test('a reader that goes away stops the export', async () => {
  const out = new PassThrough()
  const exporting = exportToBytes(
    [filled(), filled(), filled()],
    {},
    { out, onProgress: () => out.destroy() },
  )
  await expect(exporting).rejects.toThrow()
})

test('a disk that fills up stops the export', async () => {
  const long = Array.from({ length: 200 }, (_, index) =>
    noted(`${index} ${randomBytes(4_000).toString('hex')}`),
  )
  let room = 3
  const files = {
    scratch: async () => ({
      write: async () => {
        room -= 1
        if (room < 0) throw new StoreFull('No room')
      },
      read: async () => Buffer.alloc(0),
      drop: async () => {},
    }),
  }
  await expect(exportToBytes(long, {}, { files })).rejects.toThrow(StoreFull)
})

test('a disk without room stops the export', async () => {
  const files = { scratch: async () => Promise.reject(new StoreFull('No room')) }
  await expect(exportToBytes([filled()], {}, { files })).rejects.toThrow(StoreFull)
})

test('a slow reader slows the reading of surveys', async () => {
  let read = 0
  let passed = 0
  const waiting: (() => void)[] = []
  const out = new Writable({
    highWaterMark: 1,
    write(bytes, _encoding, done) {
      passed += bytes.length
      waiting.push(done)
    },
  })
  const long = noted('x'.repeat(9_000))
  async function* endless() {
    for (;;) {
      read += 1
      yield long
    }
  }
  const stop = new AbortController()
  const exporting = writeExport({
    options: { ...defaultExportOptions, format: 'csv' },
    templates: [{ series: testSeries, template: withoutRooms }],
    surveys: endless(),
    language: 'en',
    files: trackedFiles(() => {}),
    out,
    signal: stop.signal,
  })
  await expect.poll(() => waiting.length).toBe(1)
  const readAtFirst = read
  expect(readAtFirst * 9_000).toBeLessThan(passed + 20_000)
  waiting.shift()?.()
  await expect.poll(() => waiting.length).toBe(1)
  expect(read).toBeLessThanOrEqual(readAtFirst * 2)
  stop.abort(new Error('Enough'))
  waiting.shift()?.()
  await expect(exporting).rejects.toThrow('Enough')
})

/** Counts the temporary files that are in use. */
function trackedFiles(counted: (open: number) => void) {
  let inUse = 0
  return {
    async scratch() {
      inUse += 1
      counted(inUse)
      const bytes: Uint8Array[] = []
      return {
        write: async (piece: Uint8Array) => {
          bytes.push(piece)
        },
        read: async () => Buffer.concat(bytes),
        drop: async () => {
          inUse -= 1
          counted(inUse)
        },
      }
    },
  }
}

test('the surveys are read one at a time', async () => {
  let reading = 0
  let most = 0
  async function* watched() {
    for await (const one of oneByOne([filled(), filled()])) {
      reading += 1
      most = Math.max(most, reading)
      yield one
      reading -= 1
    }
  }
  await exportToBytes([filled()], {}, { surveys: watched() })
  expect(most).toBe(1)
})
