import { expect, test } from 'vitest'
import type { Cell } from '../fields/cell.ts'
import type { Survey } from '../survey.ts'
import { type TemplateSource, templateFrom } from '../template-source.ts'
import { richTemplate } from '../testing/rich-template.ts'
import { sampleTemplate } from '../testing/sample-template.ts'
import { open } from '../testing/scenario.ts'
import { cellText } from './cell-text.ts'
import { exportRows } from './export-rows.ts'
import type { ExportedSurvey, ExportTemplate } from './exported-survey.ts'
import { defaultExportOptions, type ExportOptions } from './options.ts'
import { planTables } from './plan-tables.ts'

const series = '019b0000-0000-7000-8000-0000000000e1'

const source: TemplateSource = {
  series,
  name: 'Inspection',
  version: 1,
  sections: [
    {
      key: 'site',
      name: 'Site',
      fields: [
        { key: 'name', name: 'Name', type: 'text', media: true },
        { key: 'length', name: 'Length', type: 'decimal', unit: 'ft' },
        {
          key: 'hazards',
          name: 'Hazards',
          type: 'checkbox',
          options: [
            { label: 'Asbestos', value: 'asb' },
            { label: 'Lead, old paint', value: 'lead' },
            { label: 'Dogs', value: 'dogs' },
          ],
        },
        { key: 'state', name: 'State', type: 'radio', options: [{ label: 'Good', value: 'ok' }, 'Poor'] },
        { key: 'safe', name: 'Safe', type: 'yes_no' },
      ],
    },
    {
      key: 'room',
      name: 'Room',
      addSimilarText: 'Add a room',
      copyFromLastFilled: true,
      fields: [
        { key: 'number', name: 'Room number', type: 'text' },
        { key: 'doors', name: 'Doors', type: 'numeric' },
        { key: 'color', name: 'Color', type: 'text' },
      ],
    },
  ],
}
const template = templateFrom(source)

/** The same template with changed properties of one field, as the next version. */
function nextVersion(key: string, change: Partial<TemplateSource['sections'][number]['fields'][number]>) {
  return templateFrom({
    ...source,
    version: 2,
    sections: source.sections.map((section) => ({
      ...section,
      fields: section.fields.map((field) => (field.key === key ? { ...field, ...change } : field)),
    })),
  })
}

function exported(survey: Survey, rest: Partial<ExportedSurvey> = {}): ExportedSurvey {
  return { survey, series, review: null, isOwner: true, media: new Map(), ...rest }
}

interface Line {
  readonly table: string
  readonly cells: Readonly<Record<string, Cell>>
}

/** Returns the lines of all tables, with their filled cells by column. */
function linesOf(
  surveys: readonly ExportedSurvey[],
  options: Partial<ExportOptions> = {},
  templates: readonly ExportTemplate[] = surveys.map(({ survey, series }) => ({
    series,
    template: survey.template,
  })),
): readonly Line[] {
  const plan = planTables(templates, { ...defaultExportOptions, headers: 'keys', ...options })
  return surveys
    .flatMap((one) => exportRows(plan, one))
    .map(({ table, cells }) => ({
      table: table.key,
      cells: Object.fromEntries(
        cells.flatMap((cell, index) => (cell === null ? [] : [[table.columns[index]?.key ?? '', cell]])),
      ),
    }))
}

function labelsOf(templates: readonly ExportTemplate[], options: Partial<ExportOptions> = {}) {
  return planTables(templates, { ...defaultExportOptions, ...options }).tables.map(({ label, columns }) => ({
    label,
    columns: columns.map((column) => column.label),
  }))
}

test('a survey is one line, and each room is one line of its own table', () => {
  const { survey } = open(template)
    .answer('Site', 'Name', 'Harbor View')
    .answer('Room', 'Room number', '101')
    .answer('Room', 'Doors', '2')
    .addSimilar('Room')
    .answer('Room 2', 'Room number', '102')
  const [line, first, second, ...others] = linesOf([exported({ ...survey, timeZone: 'America/New_York' })])
  expect(others).toEqual([])
  expect(line).toMatchObject({
    table: 'surveys',
    cells: {
      survey_id: survey.id,
      survey_name: 'Harbor View',
      template: 'Inspection',
      template_version: 1,
      owner: 'Dana Reed',
      created_by: 'Sam Ortiz',
      time_zone: 'America/New_York',
      status: 'In progress',
      changed_since_submission: 'No',
      'site.name': 'Harbor View',
    },
  })
  expect(first).toEqual({
    table: 'room',
    cells: {
      survey_id: survey.id,
      survey_name: 'Harbor View',
      sub_section_id: survey.sections[1]?.subSections[0]?.id,
      sub_section_number: 1,
      sub_section_name: '101',
      number: '101',
      doors: 2,
    },
  })
  expect(second?.cells).toMatchObject({ sub_section_number: 2, number: '102' })
})

test('a repeated section without entries has no lines, but its table has its columns', () => {
  const { survey } = open(template).answer('Site', 'Name', 'Harbor View')
  expect(linesOf([exported(survey)]).map(({ table }) => table)).toEqual(['surveys'])
  expect(labelsOf([{ series, template }])[1]).toEqual({
    label: 'Room',
    columns: [
      'Survey ID',
      'Survey',
      'Sub-section ID',
      'Number',
      'Sub-section',
      'Title',
      'Room number',
      'Doors',
      'Color',
    ],
  })
})

test('labels name section, field, part and unit', () => {
  expect(labelsOf([{ series, template }])[0]?.columns.slice(-8)).toEqual([
    'Site: Name (files)',
    'Site: Name (links)',
    'Site: Name (captions)',
    'Site: Length [ft]',
    'Site: Hazards',
    'Site: State',
    'Site: Safe',
    'Site: Safe (reason)',
  ])
})

test('choices are labels or values, in one column or one for each option', () => {
  const { survey } = open(template)
    .answer('Site', 'Hazards', 'Asbestos', 'Lead, old paint')
    .answer('Site', 'State', 'Good')
    .answer('Site', 'Safe', 'No', 'The dog bites')
  const labels = linesOf([exported(survey)])[0]?.cells
  expect(labels).toMatchObject({
    'site.hazards': ['Asbestos', 'Lead, old paint'],
    'site.state': 'Good',
    'site.safe': 'No',
    'site.safe:reason': 'The dog bites',
  })
  const values = linesOf([exported(survey)], { values: 'values', checkboxes: 'column_per_option' })[0]?.cells
  expect(values).toMatchObject({
    status: 'Started',
    'site.hazards': ['asb', 'lead'],
    'site.hazards/asb': 1,
    'site.hazards/lead': 1,
    'site.hazards/dogs': 0,
    'site.state': 'ok',
  })
})

test('an unanswered question leaves the columns of its options empty', () => {
  const { survey } = open(template)
  const cells = linesOf([exported(survey)], { checkboxes: 'column_per_option' })[0]?.cells ?? {}
  expect(Object.keys(cells).filter((key) => key.startsWith('site.'))).toEqual([])
})

test('numbers stay numbers unless a spreadsheet would change their digits', () => {
  const numbers = ['12', '007', '12345678901234567890', '0'].map((typed) => {
    const { survey } = open(template).answer('Room', 'Doors', typed)
    return linesOf([exported(survey)])[1]?.cells.doors
  })
  expect(numbers).toEqual([12, '007', '12345678901234567890', 0])
  const decimals = ['-3.50', '.5', '12.', '-', '-0.0', '0.0000001'].map((typed) => {
    const { survey } = open(template).answer('Site', 'Length', typed)
    const cell = linesOf([exported(survey)])[0]?.cells['site.length'] ?? null
    return [cell, cellText(cell, '\n')]
  })
  expect(decimals).toEqual([
    [-3.5, '-3.5'],
    [0.5, '0.5'],
    [12, '12'],
    ['-', '-'],
    [0, '0'],
    [1e-7, '0.0000001'],
  ])
})

test('every type of answer has its columns', () => {
  const { survey } = open(richTemplate)
    .answer('Room', 'Level', '-12.5')
    .answer('Room', 'Built', '1887-03-04')
    .answer('Room', 'Tested', '2026-07-04T15:30')
    .answer('Room', 'Story', 'Two\nlines')
    .answer('Room', 'Door', '40.7128 -74.006 5')
    .answer('Room', 'Tag', '000123')
    .answer('Room', 'Opens', '08:00')
    .answer('Room', 'Closes', '17:30')
    .answer('Room', 'Tidy', '4')
    .answer('Room', 'Signed', 'typed', 'Ann Lee', '2026-07-04T15:31:07-04:00')
    .photo('Room', 'Views', 'North\nside')
    .photo('Room', 'Views')
  const [line] = linesOf([exported({ ...survey, timeZone: 'America/New_York' })], {})
  const texts = Object.fromEntries(
    Object.entries(line?.cells ?? {}).map(([key, cell]) => [
      key,
      typeof cell === 'number' ? cell : cellText(cell, '\n'),
    ]),
  )
  const [first, second] = survey.sections[0]?.subSections[0]?.answers.flatMap(({ media }) => media) ?? []
  expect(texts).toMatchObject({
    'room.level': -12.5,
    'room.doubled': -25,
    'room.built': '1887-03-04',
    'room.tested': '2026-07-04T15:30:00-04:00',
    'room.story': 'Two\nlines',
    'room.door:latitude': 40.7128,
    'room.door:longitude': -74.006,
    'room.door:accuracy': 5,
    'room.tag': '000123',
    'room.opens': '08:00',
    'room.open_for': 9.5,
    'room.tidy': 4,
    'room.signed': 'Typed',
    'room.signed:signer': 'Ann Lee',
    'room.signed:signed_at': '2026-07-04T15:31:07-04:00',
    'room.views': 2,
    'room.views:files': `${first?.id}\n${second?.id}`,
    'room.views:captions': 'North side\n',
  })
})

test('without a time zone, times have no offset and the survey’s own dates are in UTC', () => {
  const { survey } = open(richTemplate).answer('Room', 'Tested', '2026-07-04T15:30')
  const cells = linesOf([exported(survey)])[0]?.cells
  expect(cellText(cells?.['room.tested'] ?? null, '\n')).toBe('2026-07-04T15:30:00')
  expect(cellText(cells?.created_at ?? null, '\n')).toBe('2026-01-05T08:01:00Z')
})

test('photos are the files of the zip with their addresses, and positions only for the owner', () => {
  const { survey } = open(template).photo('Site', 'Name').photo('Site', 'Name')
  const [first, second] = survey.sections[0]?.subSections[0]?.answers[0]?.media ?? []
  const media = new Map([
    [
      first?.id ?? '',
      { path: 'Site/Name/Photo 1.jpg', url: 'https://x/1', position: { latitude: 1.5, longitude: -2 } },
    ],
    [second?.id ?? '', { path: 'Site/Name/Photo 2.jpg', url: null, position: null }],
  ])
  const options = { photoPositions: true }
  expect(linesOf([exported(survey, { media })], options)[0]?.cells).toMatchObject({
    'site.name:files': ['Site/Name/Photo 1.jpg', 'Site/Name/Photo 2.jpg'],
    'site.name:urls': ['https://x/1', ''],
    'site.name:positions': ['1.5 -2', ''],
  })
  const others = linesOf([exported(survey, { media, isOwner: false })], options)[0]?.cells
  expect(others).not.toHaveProperty(['site.name:positions'])
  expect(others).toHaveProperty(['site.name:files'])
  expect(linesOf([exported(survey, { media })])[0]?.cells).not.toHaveProperty(['site.name:positions'])
})

test('versions of a template share their columns, under the newest name', () => {
  const next = nextVersion('name', { name: 'Name of the site' })
  const before = open(template).answer('Site', 'Name', 'Old').survey
  const after = open(next).answer('Site', 'Name of the site', 'New').survey
  const lines = linesOf([exported(before), exported(after)])
  expect(lines.map(({ cells }) => [cells.template_version, cells['site.name']])).toEqual([
    [1, 'Old'],
    [2, 'New'],
  ])
  const tables = labelsOf([template, next].map((one) => ({ series, template: one })))
  expect(tables).toHaveLength(2)
  expect(tables[0]?.columns).toContain('Site: Name of the site')
  expect(tables[0]?.columns).not.toContain('Site: Name')
})

test('a version with another unit has its own column', () => {
  const next = nextVersion('length', { unit: 'm' })
  const before = open(template).answer('Site', 'Length', '10').survey
  const after = open(next).answer('Site', 'Length', '3').survey
  const lines = linesOf([exported(before), exported(after)])
  expect(lines.map(({ cells }) => [cells['site.length'], cells['site.length:ft']])).toEqual([
    [undefined, 10],
    [3, undefined],
  ])
})

test('an option that a later version lacks keeps its column and its answers', () => {
  const next = nextVersion('hazards', { options: [{ label: 'Asbestos', value: 'asb' }] })
  const before = open(template).answer('Site', 'Hazards', 'Dogs').survey
  const after = open(next).answer('Site', 'Hazards', 'Asbestos').survey
  const lines = linesOf([exported(before), exported(after)], { checkboxes: 'column_per_option' })
  expect(lines.map(({ cells }) => [cells['site.hazards/asb'], cells['site.hazards/dogs']])).toEqual([
    [0, 1],
    [1, undefined],
  ])
})

test('a section that repeats in one version has a table for all versions', () => {
  const single = templateFrom({
    ...source,
    version: 2,
    sections: source.sections.map(({ addSimilarText: _, ...section }) => section),
  })
  const before = open(template).answer('Room', 'Room number', '1').survey
  const after = open(single).answer('Room', 'Room number', '2').survey
  expect(linesOf([exported(before), exported(after)]).map(({ table }) => table)).toEqual([
    'surveys',
    'room',
    'surveys',
    'room',
  ])
})

test('no value is lost if a section repeats that no version repeats', () => {
  const single = templateFrom({
    ...source,
    sections: source.sections.map(({ addSimilarText: _, ...section }) => section),
  })
  const { survey } = open(single).answer('Room', 'Doors', '1')
  const sections = survey.sections.map((section) => ({
    ...section,
    subSections: section.subSections.flatMap((part) => [part, { ...part, id: `${part.id}-2` }]),
  }))
  expect(linesOf([exported({ ...survey, sections })])[0]?.cells['room.doors']).toEqual(['1', '1'])
})

test('review state, copies and earlier answers are columns where they are chosen', () => {
  const { survey } = open(template)
    .answer('Room', 'Room number', '101')
    .answer('Room', 'Color', 'Blue')
    .addSimilar('Room')
    .copyFromLast('Room')
  const field = template.sections[0]?.fields[0]
  const [site] = survey.sections
  const part = site?.subSections[0]
  const answer = part?.answers[1]
  if (!site || !part || !answer || !field) throw new Error('The template has changed')
  const moved = {
    ...survey,
    earlierAnswers: [
      {
        template,
        definition: site.definition,
        sectionId: site.id,
        subSectionId: part.id,
        answer: { ...answer, value: '7' },
      },
    ],
  }
  const all = { reviewState: true, uncheckedCopies: true, earlierAnswers: true }
  const one = exported(moved, { review: 'sent_back' })
  const lines = linesOf([one], all)
  expect(lines[0]?.cells).toMatchObject({ review: 'Sent back', earlier_answers: ['Site: Length: 7 ft'] })
  expect(lines[2]?.cells.unchecked_copies).toContain('color')
  expect(linesOf([one], { ...all, headers: 'labels' })[2]?.cells.unchecked_copies).toContain('Color')
  expect(linesOf([one], { ...all, values: 'values' })[0]?.cells.review).toBe('sent_back')
  const without = linesOf([one])
  expect(without[0]?.cells).not.toHaveProperty('review')
  expect(without[0]?.cells).not.toHaveProperty('earlier_answers')
  expect(without[2]?.cells).not.toHaveProperty('unchecked_copies')
})

test('hidden answers and sections are left out, as in the report', () => {
  const { survey } = open(richTemplate).answer('Room', 'Tidy', '1').answer('Room', 'Mess', 'Paint')
  expect(linesOf([exported(survey)])[0]?.cells['room.mess']).toBe('Paint')
  const tidy = open(richTemplate)
    .answer('Room', 'Tidy', '1')
    .answer('Room', 'Mess', 'Paint')
    .answer('Room', 'Tidy', '5').survey
  expect(linesOf([exported(tidy)])[0]?.cells).not.toHaveProperty(['room.mess'])
})

test('sections with equal names and fields with odd keys stay apart', () => {
  const odd = templateFrom({
    series,
    name: 'Odd',
    version: 1,
    sections: [
      {
        key: 'a',
        name: 'Room',
        addSimilarText: 'Add',
        fields: [
          { key: 'survey_id', name: 'Survey ID', type: 'text' },
          { key: 'door', name: 'Title', type: 'text' },
        ],
      },
      { key: 'b', name: 'Room', addSimilarText: 'Add', fields: [{ key: 'x', name: 'X', type: 'text' }] },
      { key: 'c', name: 'Yard', fields: [{ key: 'd.e', name: 'Gate', type: 'text' }] },
      { key: 'c.d', name: 'Yard', fields: [{ key: 'e', name: 'Gate', type: 'text' }] },
    ],
  })
  const { survey } = open(odd).answer('Room', 'Survey ID', 'typed').answer('Yard', 'Gate', 'red')
  const lines = linesOf([exported(survey)])
  expect(lines[0]?.cells).toMatchObject({ 'c.d.e': 'red' })
  expect(lines[0]?.cells).not.toHaveProperty(['c.d.e_2'])
  expect(lines[1]?.cells).toMatchObject({ survey_id: survey.id, survey_id_2: 'typed' })
  const tables = labelsOf([{ series, template: odd }])
  expect(tables.map(({ label }) => label)).toEqual(['Surveys', 'Room', 'Room'])
  for (const { columns } of tables) expect(new Set(columns).size).toBe(columns.length)
})

test('several templates have tables of their own', () => {
  const other = '019b0000-0000-7000-8000-000000000001'
  const templates = [
    { series, template },
    { series: other, template: sampleTemplate },
  ]
  expect(labelsOf(templates).map(({ label }) => label)).toEqual([
    'Inspection – Surveys',
    'Inspection – Room',
    'Small survey – Surveys',
    'Small survey – Building',
    'Small survey – Floor',
  ])
  const surveys = [exported(open(template).survey), exported(open(sampleTemplate).survey, { series: other })]
  expect(linesOf(surveys, {}, templates).map(({ table }) => table)).toEqual(['surveys', 'surveys'])
})

test('a survey of a version that the export does not know stops the export', () => {
  const { survey } = open(nextVersion('name', {}))
  expect(() => linesOf([exported(survey)], {}, [{ series, template }])).toThrow(/has no columns/)
})
