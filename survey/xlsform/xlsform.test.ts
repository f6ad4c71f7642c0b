import { describe, expect, test } from 'vitest'
import { parseSheets as book, importSheets, surveySheet as survey } from '../testing/import-sheets.ts'
import { readXlsform } from './read-xlsform.ts'
import { writeXlsform } from './write-xlsform.ts'

test('turns groups and repeats into sections in order', () => {
  const { form, report, noted, faults } = importSheets({
    survey: survey(`
      | text | inspector | Inspector | | | | | yes |
      | begin_group | site | The site | | | | | |
      | text | address | Address | | | | | |
      | begin group | roof | Roof | \${address} != '' | | | | |
      | integer | slope | Slope | | . >= 0 | | | |
      | end group | | | | | | | |
      | end_group | | | | | | | |
      | begin repeat | unit | Unit | | | | | |
      | text | number | Number | | | | | |
      | begin repeat | room | Room | | | | | |
      | decimal | area | Area | | | | | |
      | end repeat | | | | | | | |
      | end repeat | | | | | | | |
      | note | thanks | Thank you | | | | | |`),
    settings: '| form_title |\n| House check |',
  })
  expect(
    form.sections.map(({ name, key, addSimilarText, fields }) => [
      name,
      key,
      addSimilarText,
      fields.map(({ key: own, type }) => `${own} ${type}`),
    ]),
  ).toEqual([
    ['House check', 'general', undefined, ['inspector text']],
    ['The site', 'site', undefined, ['address text', 'roof note', 'slope numeric']],
    ['Unit', 'unit', 'Add another: Unit', ['number text']],
    ['Unit · Room', 'room', 'Add another: Room', ['area decimal']],
    ['House check (2)', 'general_2', undefined, ['thanks note']],
  ])
  expect(form.sections[1]?.fields[2]).toMatchObject({ showIf: "${address} != ''", constraint: '. >= 0' })
  expect([report.rows, report.imported, faults]).toEqual([14, 14, []])
  expect(noted).toEqual([
    ['survey', 11, 'type', 'info', 'A nested repeat became a separate section, “Unit · Room”.'],
  ])
})

test("keeps choice values and supports other tools' filters and conditions", () => {
  const { named, noted, faults } = importSheets({
    survey: `
      | type | name | label | choice_filter | relevant |
      | select_one building | building | Building | | |
      | select one floor | floor | Floor | building = \${building} | |
      | select_multiple cable or_other | cable | Cables | | \${floor} = 'g' |`,
    choices: `
      | list name | value | label | building |
      | building | n | North | |
      | building | s | South | |
      | floor | g | Ground | n |
      | floor | 1 | First | n |
      | floor | g2 | Ground | s |
      | cable | cat6 | Cat 6 | |
      | cable | sm | Single-mode fiber | |`,
  })
  expect(faults).toEqual([])
  expect(named('floor')).toMatchObject({
    type: 'radio',
    choiceFilter: 'building = ${building}',
    options: [
      { label: 'Ground', value: 'g', columns: { building: 'n' } },
      { label: 'First', value: '1', columns: { building: 'n' } },
      { label: 'Ground (g2)', value: 'g2', columns: { building: 's' } },
    ],
  })
  expect(named('cable')).toMatchObject({ type: 'checkbox', showIf: "${floor} = 'g'" })
  expect(named('cable_other')).toMatchObject({ type: 'text', showIf: "selected(${cable}, 'other')" })
  expect(noted).toEqual([
    ['survey', 4, 'type', 'info', 'A text field was added after it for “other”.'],
    [
      'choices',
      6,
      'label',
      'info',
      'Two choices of a list have the same label; the later one became “Ground (g2)”.',
    ],
  ])
})

test('imports every question type or notes its row', () => {
  const types =
    `text integer decimal range date time datetime rank+l select_one+l select_multiple+l note image audio video file barcode
    geopoint geotrace geoshape acknowledge calculate hidden start end today deviceid username select_one_from_file+x.csv csv-external telepathy`
      .split(/\s+/)
      .map((type) => type.replace('+', ' '))
  const { fields, report, faults } = importSheets({
    survey: survey(
      types
        .map(
          (type, index) =>
            `| ${type} | q${index} | Question ${index} | | | ${type === 'calculate' ? '1 + 1' : ''} | | | |`,
        )
        .join('\n'),
    ),
    choices: '| list_name | name | label |\n| l | a | A |\n| l | b | B |',
  })
  expect(faults).toEqual([])
  expect(
    Object.fromEntries(
      fields.map(({ key, type, media }) => [
        types[Number(key.slice(1))],
        media ? `${type} with photos` : type,
      ]),
    ),
  ).toEqual({
    text: 'text',
    integer: 'numeric',
    decimal: 'decimal',
    range: 'numeric',
    date: 'date',
    time: 'time',
    datetime: 'date_time',
    'rank l': 'long_text',
    'select_one l': 'radio',
    'select_multiple l': 'checkbox',
    note: 'note',
    image: 'photo',
    audio: 'text',
    video: 'video',
    file: 'text with photos',
    barcode: 'barcode',
    geopoint: 'position',
    geotrace: 'text',
    geoshape: 'text',
    acknowledge: 'checkbox',
    calculate: 'calculated',
    hidden: 'text',
    start: 'calculated',
    today: 'calculated',
    'select_one_from_file x.csv': 'text',
    telepathy: 'text',
  })
  const notedRows = new Map(report.notes.map(({ row, message }) => [types[(row ?? 0) - 2], message]))
  expect(notedRows.get('geotrace')).toBe('“geotrace” is not supported; imported as text, hidden.')
  expect(notedRows.get('deviceid')).toContain('left out')
  expect(notedRows.get('telepathy')).toBe('“telepathy” is not a type of question; imported as text.')
  expect([report.rows, report.imported]).toEqual([30, 26])
})

test('drops an unusable rule with a note at its row and column', () => {
  const { named, noted, faults } = importSheets({
    survey: survey(`
      | text | a | A | \${nobody} = 'x' | | | | | |
      | text | b | B | | pulldata('x', 'y', 'z', .) | | | | |
      | calculate | c | | | | ../nobody + 1 | | | |
      | integer | d | D | | | | many | | |
      | date | e | E | | | | today() | \${a} = 'x' | |
      | text | f | F | \${g} = '' | | | | | |
      | text | g | G | \${f} = '' | | | | | |`),
  })
  expect(faults).toEqual([])
  expect([named('a'), named('b')].map((field) => Object.keys(field ?? {}))).toEqual([
    ['key', 'name', 'type'],
    ['key', 'name', 'type'],
  ])
  expect(named('c')).toMatchObject({ type: 'text', showIf: 'false()' })
  expect(named('e')?.defaultExpression).toBe('today()')
  expect(named('e')?.requiredIf).toBe("${a} = 'x'")
  expect(noted).toEqual(
    expect.arrayContaining([
      [
        'survey',
        2,
        'relevant',
        'warning',
        "“${nobody} = 'x'” was left out. There is no field or section with the key “nobody”.",
      ],
      ['survey', 3, 'constraint', 'warning', expect.stringContaining('There is no function “pulldata”')],
      ['survey', 4, 'calculation', 'warning', expect.stringContaining('“${nobody} + 1” was left out.')],
      [
        'survey',
        5,
        'default',
        'warning',
        '“many” was left out. “many” is not a valid default for this field.',
      ],
      ['survey', 7, 'relevant', 'warning', expect.stringContaining('This field depends on itself.')],
    ]),
  )
})

test('accepts headers in any case and order, comments, blank rows, invalid keys and extra columns and sheets', () => {
  const { fields, report, noted } = importSheets({
    Survey: `
      | Label::Deutsch (de) | LABEL::English (en) | Name | TYPE | my column | Relevance |
      | | | | | | |
      | | # everything below is about the roof | | # comment | | |
      | Dach | Roof | roof area | Integer | x | |
      | Wo | Where | roof area | text | | \${roof area} > 3 |
      | | nothing | lost | | | |`,
    Settings: '| default_language |\n| English (en) |',
    entities: '| list_name |\n| trees |',
    Notes: '| whatever |',
  })
  expect(fields).toEqual([
    { key: 'roof_area', name: 'Roof', type: 'numeric', translations: { de: { name: 'Dach' } } },
    {
      ...{ key: 'roof_area_2', name: 'Where', type: 'text', showIf: expect.stringContaining('> 3') },
      translations: { de: { name: 'Wo' } },
    },
  ])
  expect([report.rows, report.imported]).toEqual([2, 2])
  expect(noted.map(([sheet, row, column, level]) => [sheet, row, column, level])).toEqual(
    expect.arrayContaining([
      ['entities', null, null, 'error'],
      ['Survey', null, 'my column', 'info'],
      ['Survey', 4, 'name', 'info'],
      ['Survey', 6, 'type', 'warning'],
    ]),
  )
})

test('reads constraint messages in every language', () => {
  const { fields, noted } = importSheets({
    survey: `
      | type | name | label::English (en) | constraint | Constraint message::Español (es) | Constraint message::English (en) |
      | integer | racks | Racks | . > 0 | Al menos uno. | At least one. |`,
    settings: '| default_language |\n| English (en) |',
  })
  expect(fields).toEqual([
    {
      ...{ key: 'racks', name: 'Racks', type: 'numeric', constraint: '. > 0' },
      constraintMessage: 'At least one.',
      translations: { es: { constraintMessage: 'Al menos uno.' } },
    },
  ])
  expect(noted).toEqual([])
})

test('reads labels of groups, repeats, questions and choices in every language', () => {
  const { form, noted } = importSheets({
    survey: `
      | type | name | label::English (en) | label::français | hint::English (en) | hint::français | guidance_hint::français |
      | begin group | idf | IDF room | Local technique | | | |
      | select_one yn | ok | Locked? | Fermé à clé ? | | Voir la porte | De près |
      | begin repeat | rack | Rack | Baie | | | |
      | integer | units | Units | | | | |
      | end repeat | | | | | | |
      | end group | | | | | | |`,
    choices: `
      | list_name | name | label::English (en) | label::Français (fr) |
      | yn | y | Yes | Oui |
      | yn | n | No | |`,
    settings: '| default_language |\n| English (en) |',
  })
  expect(form).toMatchObject({ language: 'en', languages: ['fr'] })
  expect(form.sections).toEqual([
    {
      ...{ key: 'idf', name: 'IDF room', translations: { fr: { name: 'Local technique' } } },
      fields: [
        {
          ...{ key: 'ok', name: 'Locked?', type: 'radio' },
          options: [
            { label: 'Yes', value: 'y', translations: { fr: 'Oui' } },
            { label: 'No', value: 'n' },
          ],
          translations: { fr: { name: 'Fermé à clé ?', hint: 'Voir la porte\nDe près' } },
        },
      ],
    },
    {
      ...{ key: 'rack', name: 'Rack', addSimilarText: 'Add another: Rack' },
      translations: { fr: { name: 'Baie' } },
      fields: [{ key: 'units', name: 'Units', type: 'numeric' }],
    },
  ])
  expect(noted).toEqual([])
})

test('treats a column without a language as the default and notes a duplicate language', () => {
  const { form, noted } = importSheets({
    survey: `
      | type | name | label | label::Spanish (es) | label::Español |
      | text | run | Run | Tramo | Corrida |`,
  })
  expect(form).toMatchObject({ languages: ['es'] })
  expect(form.language).toBeUndefined()
  expect(form.sections[0]?.fields[0]?.translations).toEqual({ es: { name: 'Tramo' } })
  expect(noted.map(([, row, column, level]) => [row, column, level])).toEqual([
    [null, 'label::Español', 'warning'],
  ])
})

test('reads constraint messages from the columns of older tools', () => {
  const { fields } = importSheets({
    survey: `
      | type | name | label | bind:constraint | bind:jr:constraintMsg | bind::jr:constraintMsg::French (fr) |
      | integer | racks | Racks | . > 0 | At least one. | Au moins une. |`,
  })
  expect(fields).toEqual([
    {
      ...{ key: 'racks', name: 'Racks', type: 'numeric', constraint: '. > 0' },
      ...{ constraintMessage: 'At least one.', translations: { fr: { constraintMessage: 'Au moins une.' } } },
    },
  ])
})

test('matches the default language by full name, name or tag, also for guidance', () => {
  const survey = `
    | type | name | label::English UK (en-GB) | label::English (en) | guidance_hint::English (en) | hint::English (en) |
    | text | run | Storey | Floor | From the lobby. | As signed. |`
  for (const language of ['English (en)', 'english', 'EN']) {
    const { fields } = importSheets({ survey, settings: `| default_language |\n| ${language} |` })
    expect(fields).toEqual([
      {
        ...{ key: 'run', name: 'Floor', type: 'text', hint: 'As signed.\nFrom the lobby.' },
        translations: { 'en-GB': { name: 'Storey' } },
      },
    ])
  }
})

test("notes an unknown column with this app's prefix", () => {
  const { noted } = importSheets({
    survey: `
      | type | name | label | fieldbook::unit | fieldbook::colour |
      | decimal | run | Cable run | ft | red |`,
  })
  expect(noted.map(([, , column]) => column)).toEqual(['fieldbook::colour'])
})

test('limits the total number of options of a long list used by many fields', () => {
  const rows = Array.from({ length: 400 }, (_, index) => ['select_one l', `q${index}`, 'Q'])
  const list = Array.from({ length: 2_000 }, (_, index) => ['l', `v${index}`, `V ${index}`])
  const read = readXlsform([
    { name: 'survey', rows: [['type', 'name', 'label'], ...rows] },
    { name: 'choices', rows: [['list_name', 'name', 'label'], ...list] },
  ])
  if (read.kind !== 'form') throw new Error(read.reason)
  const fields = read.form.sections.flatMap((section) => section.fields)
  expect(fields.filter(({ type }) => type === 'select')).toHaveLength(50)
  expect([fields.length, read.report.notes.length, read.report.notes[0]?.row]).toEqual([400, 350, 52])
})

test('imports unbalanced groups with notes', () => {
  const { form, noted } = importSheets({
    survey: survey(`
      | end group | | | | | | | | |
      | begin group | a | A | | | | | | |
      | text | b | B | | | | | | |
      | end repeat | | | | | | | | |
      | begin repeat | empty | Empty | | | | | | |
      | end repeat | | | | | | | | |
      | begin group | open | Open | | | | | | |
      | text | c | C | | | | | | |`),
  })
  expect(form.sections.map(({ name }) => name)).toEqual(['A', 'Open'])
  expect(noted.map(([, row, , , message]) => [row, message])).toEqual([
    [2, 'The row ends a group that was never started; it was left out.'],
    [5, 'The row ends “A”, but its type does not match.'],
    [6, '“Empty” has no questions and was left out.'],
    [8, '“Open” has no end row; it ends with the sheet.'],
  ])
})

describe('rejects a workbook without a form', () => {
  test.each([
    ['no sheets', {}, 'the sheet “survey” is missing or empty.'],
    ['another book', { Prices: '| article | price |' }, 'the sheet “survey” is missing or empty.'],
    [
      'another table',
      { survey: '| article | price |\n| cable | 12 |' },
      'the sheet “survey” has no column “type”.',
    ],
    ['no questions', { survey: '| type | name | label |' }, 'the sheet “survey” has no questions.'],
    [
      'nothing but groups',
      { survey: '| type | name |\n| begin group | a |\n| end group | |' },
      'the sheet “survey” has no questions.',
    ],
  ])('%s', (_, sheets, reason) => {
    expect(readXlsform(book(sheets))).toEqual({ kind: 'not-a-form', reason })
  })
})

test('notes everything that is cut or invalid', () => {
  const long = 'x'.repeat(501)
  const { noted, named } = importSheets({
    survey: `| type | name | label | required | calculation | fieldbook::min | fieldbook::max_length | hint |
      | integer | racks | ${long} | | | few | | |
      | text | serial | Serial | | | | 0 | ${'y'.repeat(10_001)} |
      | calculate | twice | Twice | \${racks} > 1 | \${racks} * 2 | | | |
      | select_one state | state | State | | | | | |`,
    choices: `| list_name | name | label | floor no. |
      | state | good | ${long} | 3 |
      | state | poor | Poor | 4 |`,
    settings: `| form_title |\n| ${long} |`,
  })
  expect(noted).toEqual(
    expect.arrayContaining([
      ['survey', 2, 'label', 'warning', 'This is longer than 500 characters; the rest was left out.'],
      ['survey', 2, 'fieldbook::min', 'warning', expect.stringContaining('“few” is not one of')],
      ['survey', 3, 'fieldbook::max_length', 'warning', expect.stringContaining('“0” is not one of')],
      ['survey', 3, 'hint', 'warning', expect.stringContaining('is longer than')],
      ['choices', 2, 'label', 'warning', 'This is longer than 500 characters; the rest was left out.'],
      ['choices', null, 'floor no.', 'warning', expect.stringContaining('no filter can use')],
      ['settings', 2, 'form_title', 'warning', 'This is longer than 500 characters; the rest was left out.'],
    ]),
  )
  expect(named('racks')?.name).toHaveLength(500)
  expect(named('racks')?.min).toBeUndefined()
})

test('imports a time as a time of day and a rating range from one to five as a rating', () => {
  const sheet = `| type | name | label | appearance | parameters | default | fieldbook::type |
| time | opens | Opens | | | 08:30:00 | |
| range | tidy | Tidy | rating | start=1 end=5 step=1 | 4 | |
| range | clean | Clean | rating | start=1 end=5 | | |
| range | score | Score | rating | start=1 end=10 step=1 | | |
| range | changed | Changed | rating | start=1 end=7 step=1 | | rating |
| range | slider | Slider | | start=1 end=5 step=1 | | |`
  const { named, noted } = importSheets({ survey: sheet })
  expect(named('opens')).toMatchObject({ type: 'time', default: '08:30:00' })
  expect(named('tidy')).toMatchObject({ type: 'rating', default: '4' })
  expect(named('tidy')).not.toHaveProperty('min')
  expect(named('clean')?.type).toBe('rating')
  expect(named('score')).toMatchObject({ type: 'numeric', min: 1, max: 10 })
  expect(named('changed')).toMatchObject({ type: 'numeric', min: 1, max: 7 })
  expect(named('slider')).toMatchObject({ type: 'numeric', min: 1, max: 5 })
  expect(noted).toEqual([])
})

test('imports images and videos as questions with minimum and maximum from own columns', () => {
  const sheet = `| type | name | label | required | appearance | parameters | fieldbook::min | fieldbook::max |
| image | views | Views | yes | new | max-pixels=1024 | 2 | 6 |
| photo | front | Front | | | | | |
| image | marked | Marked | | annotate | | | |
| image | sketch | Sketch | | signature | | | |
| video | tour | Tour | yes | | | | |
| file | plan | Plan | | | | | |`
  const { form, named, noted } = importSheets({ survey: sheet })
  expect(named('views')).toEqual({
    ...{ key: 'views', name: 'Views', type: 'photo', mandatory: true, min: 2, max: 6 },
  })
  expect(named('front')).toEqual({ key: 'front', name: 'Front', type: 'photo' })
  expect(named('marked')?.type).toBe('photo')
  expect(named('sketch')?.type).toBe('signature')
  expect(named('tour')).toEqual({ key: 'tour', name: 'Tour', type: 'video', mandatory: true })
  expect(named('plan')).toMatchObject({ type: 'text', media: true })
  expect(noted).toEqual([
    ['survey', null, 'appearance', 'info', expect.stringContaining('(2 rows)')],
    ['survey', 2, 'parameters', 'info', expect.stringContaining('max-pixels=1024')],
    ['survey', 7, 'type', 'info', 'Imported as a text field with photos and videos.'],
  ])
  const [out] = writeXlsform(form)
  const [head = [], ...rows] = out?.rows ?? []
  const cells = (name: string) =>
    ['type', 'required', 'fieldbook::min', 'fieldbook::max'].map(
      (column) => rows.find((row) => row[head.indexOf('name')] === name)?.[head.indexOf(column)],
    )
  expect(cells('views')).toEqual(['image', 'yes', '2', '6'])
  expect(cells('tour')).toEqual(['video', 'yes', '', ''])
})

test('exports times and ratings in the form of other tools', () => {
  const { form } = importSheets({ survey: `| type | name | label |\n| time | opens | Opens |` })
  const [section] = form.sections
  const fields = [...(section?.fields ?? []), { key: 'tidy', name: 'Tidy', type: 'rating' as const }]
  const [sheet] = writeXlsform({ ...form, sections: section ? [{ ...section, fields }] : [] })
  const [head = [], ...rows] = sheet?.rows ?? []
  const cell = (row: number, column: string) => rows[row]?.[head.indexOf(column)]
  expect(['type', 'appearance', 'parameters'].map((column) => cell(1, column))).toEqual(['time', '', ''])
  expect(['type', 'appearance', 'parameters'].map((column) => cell(2, column))).toEqual([
    'range',
    'rating',
    'start=1 end=5 step=1',
  ])
})
