import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { FormDocument } from '#contract/templates/form-document.ts'
import { readXlsform } from './read-xlsform.ts'

type Rows = readonly (readonly string[])[]

function imported(survey: Rows, choices: Rows = [], settings: Rows = []) {
  const sheets = { survey, choices, settings }
  const read = readXlsform(Object.entries(sheets).map(([name, rows]) => ({ name, rows })))
  if (read.kind !== 'form') throw new Error(read.reason)
  const noted = read.report.notes.map(({ sheet, row, column, level, message }) => [
    sheet,
    row,
    column,
    level,
    message,
  ])
  const fields = read.form.sections.flatMap((section) => section.fields)
  return { ...read, noted, fields }
}

const errorOf = (error: string) =>
  `The cell shows the error “${error}” and was read as empty. Correct it in the spreadsheet, save, and import again.`

test('reads an error value as empty with a note, more severe for a rule', () => {
  const { fields, noted } = imported(
    [
      ['type', 'name', 'label', 'relevant', 'hint'],
      ['text', 'a', '#N/A', '#REF!', 'Err:502'],
      ['#NAME?', 'b', 'B', '', ''],
      ['select_one l', 'c', 'C', '', 'Read #N/A as not available'],
    ],
    [
      ['list_name', 'name', 'label'],
      ['l', 'x', '#VALUE!'],
    ],
    [['form_title'], ['#DIV/0!']],
  )
  expect(fields).toEqual([
    { key: 'a', name: 'a', type: 'text' },
    { key: 'c', name: 'C', type: 'radio', options: ['x'], hint: 'Read #N/A as not available' },
  ])
  expect(noted).toEqual(
    expect.arrayContaining([
      ['survey', 2, 'label', 'warning', errorOf('#N/A')],
      ['survey', 2, 'relevant', 'error', errorOf('#REF!')],
      ['survey', 2, 'hint', 'warning', errorOf('Err:502')],
      ['survey', 3, 'type', 'warning', errorOf('#NAME?')],
      ['survey', 3, 'type', 'warning', 'The row has no type and was left out.'],
      ['choices', 2, 'label', 'warning', errorOf('#VALUE!')],
      ['settings', 2, 'form_title', 'warning', errorOf('#DIV/0!')],
    ]),
  )
})

test('notes text without a header and under a duplicate header, but not comments', () => {
  const { noted, fields } = imported([
    ['type', '', 'name', 'label', 'relevant', 'relevant'],
    ['text', "${b} = 'x'", 'a', 'A', "${b} = 'y'", "${b} = 'z'", '', 'ask Kim'],
    ['# text', 'old', 'c', 'C', '', '', 'note'],
    ['text', '', 'b', 'B'],
    ...Array.from({ length: 25 }, () => [] as string[]),
    [...Array<string>(27).fill(''), 'far'],
  ])
  expect(fields[0]?.showIf).toBe("${b} = 'y'")
  expect(noted).toEqual([
    [
      'survey',
      null,
      'relevant',
      'warning',
      'The header “relevant” appears twice. Only its first column was read.',
    ],
    ['survey', 2, 'B', 'warning', "The column has no header, so this text was left out: “${b} = 'x'”"],
    ['survey', 2, 'H', 'warning', 'The column has no header, so this text was left out: “ask Kim”'],
    ['survey', 30, 'AB', 'warning', 'The column has no header, so this text was left out: “far”'],
  ])
})

test('notes a rule on a row that cannot use it', () => {
  const { noted } = imported([
    [
      'type',
      'name',
      'label',
      'constraint',
      'required',
      'choice_filter',
      'default',
      'parameters',
      'repeat_count',
    ],
    ['begin group', 'g', 'G', '. > 1', 'no', '', '', '', '3'],
    ['text', 'a', 'A', '', 'no', 'x = 1', '', 'randomize', ''],
    ['end group', '', '', '', 'yes', '', '', '', ''],
    ['start', 's', '', '', '', '', '2', '', ''],
  ])
  expect(noted.map(([, row, column, level, message]) => [row, column, level, message])).toEqual([
    [
      2,
      'constraint',
      'warning',
      '“. > 1” was left out: “constraint” has no effect on a row of the type “begin group”.',
    ],
    [2, 'repeat_count', 'info', expect.stringContaining('“3” was left out')],
    [3, 'choice_filter', 'warning', expect.stringContaining('“x = 1” was left out')],
    [3, 'parameters', 'info', 'The parameters “randomize” have no counterpart and were left out.'],
    [4, 'required', 'warning', expect.stringContaining('“yes” was left out')],
    [5, 'default', 'warning', expect.stringContaining('“2” was left out')],
  ])
})

test('notes the step and unknown parameters of a range', () => {
  const { noted, fields } = imported([
    ['type', 'name', 'label', 'parameters'],
    ['range', 'a', 'A', 'start=0 end=10 step=2'],
    ['range', 'b', 'B', 'start=0 end=1 step=0.25'],
    ['range', 'c', 'C', 'start=one end=5 tick_interval=1'],
    ['range', 'd', 'D', 'start=1 end=5'],
    ['range', 'e', 'E', '5'],
  ])
  expect(fields.map(({ type, min, max }) => [type, min, max])).toEqual([
    ['numeric', 0, 10],
    ['decimal', 0, 1],
    ['numeric', 0, 5],
    ['numeric', 1, 5],
    ['numeric', 0, 10],
  ])
  expect(noted).toEqual([
    [
      'survey',
      2,
      'parameters',
      'warning',
      'The step 2 was left out: every whole number from 0 to 10 is accepted.',
    ],
    [
      'survey',
      3,
      'parameters',
      'warning',
      'The step 0.25 was left out: every number from 0 to 1 is accepted.',
    ],
    [
      'survey',
      4,
      'parameters',
      'warning',
      'The parameters “start=one tick_interval=1” have no counterpart and were left out.',
    ],
    ['survey', 6, 'parameters', 'warning', 'The parameters “5” have no counterpart and were left out.'],
  ])
})

const oneList: Rows = [
  ['type', 'name', 'label'],
  ['select_one f', 'f', 'Floor'],
]

test('notes choices without a name, with a duplicate name or with media', () => {
  const choices: Rows = [
    ['list_name', 'name', 'label', 'media::image', 'big-image', 'image', 'media::audio::Spanish (es)'],
    ['f', 'g1', 'Ground', '', '', '', ''],
    ['f', 'g2', 'First', 'a.png', 'b.png', '', ''],
    ['f', 'g2', 'Second', 'c.png', '', '', 'd.mp3'],
    ['f', '', 'No name', '', '', '', ''],
    ['other', 'g2', 'Elsewhere', '', '', '', ''],
  ]
  const { noted } = imported(oneList, choices)
  expect(noted.map(([sheet, row, column, level, message]) => [sheet, row, column, level, message])).toEqual([
    [
      'choices',
      3,
      'media::image',
      'info',
      'Column “media::image” (2 rows) was left out: choices have no pictures, sound, video or order of their own.',
    ],
    ['choices', 3, 'big-image', 'info', expect.stringContaining('(1 row)')],
    [
      'choices',
      4,
      'name',
      'warning',
      'The list has the name “g2” in row 3, too. Rules cannot tell the two choices apart.',
    ],
    ['choices', 4, 'media::audio::Spanish (es)', 'info', expect.stringContaining('(1 row)')],
    ['choices', 5, 'name', 'warning', 'The choice has no name, so rules must use its label “No name”.'],
  ])
  const allowed = imported(oneList, choices, [['allow_choice_duplicates'], ['yes']])
  expect(allowed.noted.filter(([, , , , message]) => String(message).includes('g2'))).toEqual([])
})

const many = (count: number): Rows =>
  Array.from({ length: count }, (_, index) => ['text', `q${index}`, `Q ${index}`])
const head = ['type', 'name', 'label']

test("rejects a form that exceeds a template's limits and names the row", () => {
  const refusal = (rows: Rows) => {
    const read = readXlsform([{ name: 'survey', rows: [head, ...rows] }])
    return read.kind === 'form' ? null : read.reason
  }
  expect(refusal(many(limits.formFieldsMax))).toBeNull()
  expect(refusal(many(limits.formFieldsMax + 100))).toBe(
    'row 2002 of the sheet “survey” is one question too many: a section can have 2,000 fields, and “Imported form” has more. Divide it into groups.',
  )
  const groups = [0, 1, 2].flatMap((group) => [
    ['begin group', `g${group}`, `G ${group}`],
    ...many(1_900).map(([type = '', name = '', label = '']) => [type, `${name}_${group}`, label]),
    ['end group', '', ''],
  ])
  expect(refusal(groups)).toBe(
    'row 5007 of the sheet “survey” is one question too many: a template can have 5,000 fields.',
  )
})

test('counts the fields that a question adds toward the limits', () => {
  const choices: Rows = [
    ['list_name', 'name', 'label'],
    ...Array.from({ length: limits.formOptionsMax }, (_, index) => ['l', `o${index}`, `O ${index}`]),
  ]
  const name = 'n'.repeat(limits.formKeyMax)
  const { form } = imported(
    [head, ['select_one l or_other', name, 'L'.repeat(limits.formLineMax)], ...many(1)],
    choices,
  )
  expect(FormDocument.safeParse(form).success).toBe(true)
  const full = () =>
    imported([head, ...many(limits.formFieldsMax - 1), ['select_one l or_other', 'x', 'X']], choices)
  expect(full).toThrow('row 2001 of the sheet “survey”')
})

test('limits the number of notes', () => {
  const { report } = imported([
    head,
    ['text', 'a', 'A'],
    ...Array.from({ length: 3_000 }, () => ['', '', '', 'lost']),
  ])
  expect(report.notes).toHaveLength(1_001)
  expect(report.notes.at(-1)).toMatchObject({
    row: null,
    level: 'warning',
    message: '2,000 more notes are not listed.',
  })
})
