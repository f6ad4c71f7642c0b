import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldTypes } from '#contract/templates/field-types.ts'
import {
  exportedSurvey,
  exportToBytes,
  readCsv,
  readWorkbook,
  readZipTexts,
  sheetRows,
  testSeries,
} from '#server/testing/exports.ts'
import { addSimilar } from '#survey/edit/add-similar.ts'
import { setAnswer } from '#survey/edit/change.ts'
import type { ExportedSurvey } from '#survey/export/exported-survey.ts'
import type { ExportFormat } from '#survey/export/options.ts'
import { fixedId } from '#survey/ids.ts'
import { type Answer, newSurvey, type Survey } from '#survey/survey.ts'
import type { Template } from '#survey/template.ts'
import { type FieldSource, type SectionSource, templateFrom } from '#survey/template-source.ts'

/** Random templates and surveys, exported and read by another library, equal the surveys' values. */

const at = '2026-01-05T08:00:00.000Z'
const runs = 60

const nasty = fc.constantFrom(
  ...[
    '=1+1',
    '-',
    '+1 555',
    '@x',
    "'",
    '"',
    '""',
    ',',
    ';',
    '; =x',
    '|',
    '_x0041_',
    '&amp;',
    '<',
    ']]>',
    ' ',
  ],
  ...[
    '\n',
    '\t',
    '𝄞',
    '👩‍🔧',
    'שלום',
    '007',
    '1e5',
    'TRUE',
    '12345678901234567890',
    '\u00a0',
    '\u200b',
    '\ufeff',
  ],
)
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.array(fc.oneof(nasty, fc.string({ maxLength: 4 })), { maxLength: 4 }).map((parts) => parts.join('')),
)
const label = fc
  .tuple(fc.constantFrom('Door', 'A, b', 'x; y', '-48 V', '=sum', 'שלום', "it's", 'a:b/c?*[d]'), fc.nat(9))
  .map(([name, number]) => `${name} ${number}`)

const field: fc.Arbitrary<Omit<FieldSource, 'key'>> = fc.record(
  {
    name: label,
    type: fc.constantFrom(...fieldTypes.filter((type) => type !== 'calculated')),
    options: fc.uniqueArray(label, { minLength: 1, maxLength: 4 }),
    unit: fc.constantFrom('m', 'dB'),
    media: fc.boolean(),
  },
  { requiredKeys: ['name', 'type', 'options'] },
)

const template = fc
  .array(
    fc.record({
      name: label,
      repeats: fc.boolean(),
      fields: fc.array(field, { minLength: 1, maxLength: 6 }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((sections) =>
    templateFrom({
      series: testSeries,
      name: 'Random',
      version: 1,
      sections: sections.map(
        ({ name, repeats, fields }, index): SectionSource => ({
          key: `s${index}`,
          name,
          ...(repeats && { addSimilarText: 'Add' }),
          fields: fields.map((one, place): FieldSource => ({ ...one, key: `f${place}` })),
        }),
      ),
    }),
  )

const day = fc
  .date({ min: new Date('1800-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())

/** Raw answers of which each type accepts some. */
const raw = fc.record({
  text,
  digits: fc.oneof(
    fc.nat().map(String),
    fc.constantFrom('007', '0', '12345678901234567890', '999999999999999'),
  ),
  decimal: fc.oneof(
    fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((number) => number.toFixed(3)),
    fc.constantFrom('-', '.5', '12.', '-0.0000001', '00.5', '-0'),
  ),
  day,
  picks: fc.array(fc.nat(3), { maxLength: 4 }),
  yes: fc.constantFrom('Yes', 'No'),
  place: fc.constantFrom('40.7128 -74.006 5', '-0.5 179.9999999', '0 0 0'),
})
type Raw = typeof raw extends fc.Arbitrary<infer Of> ? Of : never

function given(
  { field: { type, options } }: Answer,
  one: Raw,
): { value?: string; values?: readonly string[] } {
  const chosen = one.picks.flatMap((pick) => options[pick] ?? [])
  const values: Readonly<Record<string, { value?: string; values?: readonly string[] }>> = {
    numeric: { value: one.digits },
    decimal: { value: one.decimal },
    date: { value: one.day.slice(0, 10) },
    date_time: { value: one.day.slice(0, 16) },
    time: { value: one.day.slice(11, 16) },
    checkbox: { values: chosen },
    radio: { value: chosen[0] ?? '' },
    select: { value: chosen[0] ?? '' },
    yes_no: { value: one.yes, values: [one.text] },
    rating: { value: '4' },
    position: { value: one.place },
    signature: { value: 'typed', values: [one.text.trim() || 'Ann', `${one.day.slice(0, 19)}-05:00`] },
    photo: {},
    video: {},
    note: {},
  }
  return values[type] ?? { value: one.text }
}

const survey = fc
  .tuple(
    template,
    fc.array(raw, { minLength: 1, maxLength: 12 }),
    fc.array(fc.nat(2), { minLength: 4, maxLength: 4 }),
  )
  .map(([made, raws, repeats]): Survey => {
    const id = fixedId(at, JSON.stringify([made.sections.length, raws.length, repeats]))
    let now = newSurvey(made, {
      id,
      name: 'Random',
      owner: '',
      createdBy: 'Ann',
      at,
      timeZone: 'America/New_York',
    })
    now.sections.forEach(({ id: section }, index) => {
      for (let count = 0; count < (repeats[index] ?? 0); count++)
        now = addSimilar(now, section, fixedId(at, `${section} ${count}`), at)
    })
    let next = 0
    for (const { subSections } of now.sections)
      for (const part of subSections)
        for (const answer of part.answers) {
          const one = raws[next++ % raws.length]
          if (one) now = setAnswer(now, part.id, answer.id, { ...given(answer, one), at })
        }
    return now
  })

/** Returns the columns that an answer must fill, as texts, written without the export's code. */
function expected({ field: { type }, value, values }: Answer): Readonly<Record<string, string>> {
  const [first = '', second = ''] = values
  const [latitude = '', longitude = '', accuracy = ''] = value.split(' ')
  const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    checkbox: { '': values.join('; ') },
    yes_no: { '': value, ':reason': first },
    position: { ':latitude': latitude, ':longitude': longitude, ':accuracy': accuracy },
    signature: { '': value === '' ? '' : 'Typed', ':signer': first, ':signed_at': second },
    date_time: { '': value },
    note: {},
  }
  return texts[type] ?? { '': value }
}

interface Line {
  readonly key: (fieldKey: string) => string
  readonly answers: readonly Answer[]
  /** Of the sub-section; null for the surveys' table. */
  readonly id: string | null
  readonly table: number
}

/** Returns the expected lines of all tables, in order. */
function expectedLines({ sections, template: { sections: definitions } }: Survey): readonly Line[] {
  const repeated = definitions.filter(({ addSimilar: repeats }) => repeats)
  const single = sections.filter(({ definition }) => !definition.addSimilar)
  const surveyLine = single.map(
    ({ definition, subSections }): Line => ({
      key: (key) => `${definition.key}.${key}`,
      answers: subSections.flatMap(({ answers }) => answers),
      id: null,
      table: 0,
    }),
  )
  const parts = sections.flatMap(({ definition, subSections }) => {
    const table = repeated.indexOf(definition) + 1
    if (table === 0) return []
    const isEmpty =
      subSections.length === 1 &&
      subSections[0]?.answers.every(({ value, values }) => value.trim() === '' && values.length === 0)
    return isEmpty
      ? []
      : subSections.map(({ id, answers }): Line => ({ key: (key) => key, answers, id, table }))
  })
  return [...surveyLine, ...parts]
}

type Tables = readonly (readonly (readonly string[])[])[]

function check(one: Survey, tables: Tables, same: (read: string, value: string, type: string) => void): void {
  for (const { key, answers, id, table } of expectedLines(one)) {
    const [names = [], ...rows] = tables[table] ?? []
    const line = id === null ? rows[0] : rows.find((row) => row[names.indexOf('sub_section_id')] === id)
    for (const answer of answers)
      for (const [suffix, value] of Object.entries(expected(answer))) {
        const place = names.indexOf(`${key(answer.field.key ?? '')}${suffix}`)
        expect(place, `${answer.field.key}${suffix} of ${names.join()}`).toBeGreaterThanOrEqual(0)
        same(line?.[place] ?? '', value, suffix === '' ? answer.field.type : suffix)
      }
  }
}

/** '-3.50' and '-3.5' are one number; a text that is no number stays. */
function asNumber(value: string): string {
  return isExact(value) ? String(Number(value)) : value
}

function isExact(value: string): boolean {
  return /^-?(?:0|[1-9]\d{0,14})?(?:\.\d*)?$/.test(value) && /\d/.test(value)
}

const numbers = new Set(['numeric', 'decimal', 'rating', ':latitude', ':longitude', ':accuracy'])

function sameText(read: string, value: string, type: string): void {
  if (numbers.has(type)) expect(asNumber(read)).toBe(asNumber(value))
  else if (type === 'date_time') expect(read.slice(0, 16)).toBe(value)
  else expect(read).toBe(value)
}

const all = (made: Template) => ({ templates: [{ series: testSeries, template: made }] })

async function written(one: ExportedSurvey, format: ExportFormat): Promise<Buffer> {
  const { bytes } = await exportToBytes([one], { format, headers: 'keys' }, all(one.survey.template))
  return bytes
}

test('CSV has the survey’s values', async () => {
  await fc.assert(
    fc.asyncProperty(survey, async (one) => {
      const bytes = await written(exportedSurvey(one), 'csv')
      const isZip = bytes.subarray(0, 2).toString() === 'PK'
      const texts = isZip ? [...(await readZipTexts(bytes)).values()] : [bytes]
      const tables = texts.map((each) => readCsv(each))
      check(one, tables, (read, value, type) => {
        // An apostrophe marks what would be a formula.
        if (/[=+\-@\t\n＝＋－＠]/.test(value) && !(numbers.has(type) && isExact(value)))
          sameText(read.replaceAll("'", ''), value.replaceAll("'", ''), type)
        else sameText(read, value, type)
      })
    }),
    { numRuns: runs },
  )
})

test('a workbook has the survey’s values', async () => {
  await fc.assert(
    fc.asyncProperty(survey, async (one) => {
      const book = readWorkbook(await written(exportedSurvey(one), 'xlsx'))
      const tables = book.SheetNames.map((name) => sheetRows(book, name).map((row) => row.map(String)))
      check(one, tables, (read, value, type) => {
        const text = read === 'null' && value === '' ? '' : read
        const isSerial = /^\d+(\.\d+)?$/.test(text) && value !== ''
        if (type === 'date' && isSerial) expect(momentOf(text).slice(0, 10)).toBe(value)
        else if (type === 'date_time' && isSerial) expect(momentOf(text).slice(0, 16)).toBe(value)
        else if (type === ':signed_at' && isSerial) expect(momentOf(text)).toBe(value.slice(0, 19))
        else if (type === 'time' && isSerial) expect(momentOf(text).slice(11, 16)).toBe(value)
        else sameText(text, value, type)
      })
    }),
    { numRuns: runs },
  )
})

/** Returns the local time of a spreadsheet's number, to the second. */
function momentOf(serial: string): string {
  return new Date(Date.UTC(1899, 11, 30) + Math.round(Number(serial) * 86_400) * 1_000)
    .toISOString()
    .slice(0, 19)
}

test('JSON has the survey’s values', async () => {
  await fc.assert(
    fc.asyncProperty(survey, async (one) => {
      const document = JSON.parse((await written(exportedSurvey(one), 'json')).toString())
      const tables = document.tables.map(
        ({ table, columns }: { table: string; columns: { key: string }[] }) => {
          const names = columns.map(({ key }) => key)
          const objects =
            table === 'surveys' ? document.surveys : (document.surveys[0].sub_sections[table] ?? [])
          return [
            names,
            ...objects.map((line: Record<string, unknown>) =>
              names.map((name) => {
                const cell = line[name] ?? ''
                return Array.isArray(cell) ? cell.join('; ') : String(cell)
              }),
            ),
          ]
        },
      )
      check(one, tables, sameText)
    }),
    { numRuns: runs },
  )
})

test('GeoJSON has the survey’s positions', async () => {
  await fc.assert(
    fc.asyncProperty(survey, async (one) => {
      const { features } = JSON.parse((await written(exportedSurvey(one), 'geojson')).toString())
      const found = features.map(
        ({ id, geometry, properties }: GeoFeature) =>
          `${id} ${geometry.coordinates.join(' ')} ${properties.accuracy_m}`,
      )
      const answers = one.sections.flatMap(({ subSections }) => subSections.flatMap((part) => part.answers))
      const given = answers.flatMap(({ id, field, value }) => {
        const [latitude, longitude, accuracy] = value.split(' ')
        return field.type === 'position' && value !== '' ? `${id} ${longitude} ${latitude} ${accuracy}` : []
      })
      expect(found.sort()).toEqual(given.sort())
    }),
    { numRuns: runs },
  )
})

interface GeoFeature {
  readonly id: string
  readonly geometry: { readonly coordinates: readonly number[] }
  readonly properties: { readonly accuracy_m: number }
}
