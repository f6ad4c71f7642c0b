import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fieldTypes } from '#contract/templates/field-types.ts'
import { FormDocument } from '#contract/templates/form-document.ts'
import { listsOf } from '../builder/shared-lists.ts'
import { acceptsDefault } from '../fields/registry.ts'
import { formFaults } from '../form-faults.ts'
import { documentOf } from '../template-to-document.ts'
import { sampleTemplate } from '../testing/sample-template.ts'
import { readXlsform } from './read-xlsform.ts'
import { writeXlsform } from './write-xlsform.ts'

/** Removes undefined properties. */
function plain(form: FormDocument): unknown {
  return JSON.parse(JSON.stringify(form))
}

const word = fc.constantFrom(
  'roof',
  'unit',
  'cable',
  'riser',
  'IDF',
  'Not inspected',
  'Single-mode fiber',
  "Owner's",
  'a "b"',
  'Größe',
  '1/2"',
  'yes',
)
const languages = ['fr', 'pt-BR', 'Klingon'] as const

/** Texts in at least one language. */
function inLanguages<Texts>(texts: fc.Arbitrary<Texts>) {
  return fc
    .uniqueArray(fc.constantFrom(...languages), { minLength: 1 })
    .chain((some) => fc.record(Object.fromEntries(some.map((language) => [language, texts]))))
}

/** At least one of these texts. */
function someOf<Texts extends Record<string, fc.Arbitrary<string>>>(texts: Texts) {
  return fc.record(texts, { requiredKeys: [] }).filter((given) => Object.keys(given).length > 0)
}

const key = fc.constantFrom('roof', 'unit', 'cable', 'idf', 'note_1', 'größe', 'a.b', 'x-1')
const option = fc.oneof(
  word,
  fc.record({ label: word, value: fc.constantFrom('v1', 'v 2', 'other', 'roof_x') }),
  fc.record({ label: word, value: fc.constantFrom('v3', 'w 4'), columns: fc.record({ building: word }) }),
  fc.record({ label: word, translations: inLanguages(word) }),
)
const field = fc
  .record(
    {
      key,
      name: word,
      type: fc.constantFrom(...fieldTypes),
      options: fc.uniqueArray(option, {
        minLength: 1,
        maxLength: 5,
        selector: (one) => (typeof one === 'string' ? one : one.label),
      }),
      mandatory: fc.constant(true as const),
      dropdownOf: fc.constantFrom('Building' as const, 'Floor' as const),
      adds: fc.constantFrom('Building' as const, 'Floor' as const),
      dictation: fc.constant(true as const),
      media: fc.constant(true as const),
      internal: fc.constant(true as const),
      hint: fc.constantFrom('As on the sign', 'One\nTwo', 'With ${a} in it', 'Of ${roof}', 'In \\${roof}'),
      unit: fc.constantFrom('m', 'dB', 'Ω'),
      min: fc.constantFrom(-2.5, 0),
      max: fc.constantFrom(3, 1e6),
      maxLength: fc.constantFrom(1, 200),
      reasonOn: fc.constantFrom('Yes' as const, 'No' as const),
      showIf: fc.constantFrom(
        "${roof} = 'Not inspected'",
        "selected(${cable}, 'v 2') or ${idf} = \"Owner's\"",
        'count(${unit}) > 1',
      ),
      requiredIf: fc.constantFrom("${roof} = 'v 2'", 'today() > 5'),
      defaultExpression: fc.constantFrom('today()', '${roof}'),
      constraint: fc.constantFrom('. > 3', "regex(., '[a-z]+')", ". != 'Not inspected'"),
      constraintMessage: fc.constantFrom('Too small.'),
      translations: inLanguages(
        someOf({ name: word, hint: fc.constantFrom('Un\nDeux'), constraintMessage: fc.constantFrom('Non.') }),
      ),
      list: fc.constantFrom('roof', 'Owner’s list', 'a b'),
      calculation: fc.constantFrom('1 + 1', "if(${roof} = 'v 2', 'roof', 'w 4')"),
      choiceFilter: fc.constantFrom("building = 'roof'", "name = 'v 2' or building = ${roof}"),
      default: fc.constantFrom('roof', 'v 2', '7', 'now()'),
    },
    { requiredKeys: ['key', 'name', 'type'] },
  )
  .map(({ options, choiceFilter, list, ...rest }) =>
    ['checkbox', 'radio', 'select'].includes(rest.type)
      ? {
          ...rest,
          ...(options && { options }),
          ...(options && list && { list }),
          ...(choiceFilter && { choiceFilter }),
        }
      : rest,
  )
  .map(({ calculation, default: initial, defaultExpression, ...rest }) => {
    if (rest.type === 'calculated') return { ...rest, calculation: calculation ?? '2' }
    if (acceptsDefault(rest) && defaultExpression) return { ...rest, defaultExpression }
    return { ...rest, ...(initial && { default: initial }) }
  })
  // A conditionally required field is not always mandatory.
  .map(({ mandatory, ...rest }) => (rest.requiredIf || !mandatory ? rest : { ...rest, mandatory }))
const section = fc.record(
  {
    key,
    name: word,
    addSimilarText: fc.constantFrom('Add another unit'),
    copyFromLastFilled: fc.constant(true as const),
    showIf: fc.constantFrom("${roof} = 'Not inspected'", "${cable} != 'v 2'", 'count(${unit}) > 1'),
    translations: inLanguages(someOf({ name: word, addSimilarText: word })),
    fields: fc.uniqueArray(field, { minLength: 1, maxLength: 5, selector: (one) => one.key }),
  },
  { requiredKeys: ['key', 'name', 'fields'] },
)
const form = fc
  .record(
    {
      schema: fc.constant('fieldbook-form/1' as const),
      name: word,
      description: fc.constant('What it is for'),
      category: fc.constant('Telecom'),
      picture: fc.constant('closet'),
      language: fc.constantFrom('en', 'de-CH', 'Elvish'),
      translations: inLanguages(someOf({ name: word, description: word })),
      sections: fc.uniqueArray(section, { minLength: 1, maxLength: 4, selector: (one) => one.key }),
    },
    { requiredKeys: ['schema', 'name', 'sections'] },
  )
  .map((given) => ({
    ...given,
    languages: [...languages],
    // Only a repeated section can copy.
    sections: given.sections.map(({ copyFromLastFilled, ...rest }) =>
      rest.addSimilarText && copyFromLastFilled ? { ...rest, copyFromLastFilled } : rest,
    ),
  }))
  .map((given) => {
    // Fields of a list have equal options.
    const lists = listsOf(given as FormDocument)
    const sections = given.sections.map((one) => ({
      ...one,
      fields: one.fields.map((each) =>
        'list' in each && typeof each.list === 'string'
          ? { ...each, options: [...(lists.get(each.list)?.options ?? [])] }
          : each,
      ),
    }))
    return { ...given, sections }
  })

/** Removes everything that blocks publishing. */
function withoutFaults(given: FormDocument): FormDocument | null {
  let now = given
  for (let round = 0; round < 10; round += 1) {
    const faults = formFaults(now)
    if (faults.length === 0) return now
    const bad = new Set(
      faults.map(({ section: index, field: place, property }) => `${index} ${place} ${property}`),
    )
    const sections = now.sections.map(({ showIf, ...one }, index) => ({
      ...one,
      ...(showIf && !bad.has(`${index} null showIf`) && { showIf }),
      fields: one.fields.flatMap((each, place) => {
        if (['options', 'dropdownOf'].some((name) => bad.has(`${index} ${place} ${name}`))) return []
        const kept = Object.entries(each).filter(([name]) => !bad.has(`${index} ${place} ${name}`))
        const rest = Object.fromEntries(kept) as typeof each
        return [rest.type === 'calculated' && !rest.calculation ? { ...rest, calculation: '2' } : rest]
      }),
    }))
    now = { ...now, sections: sections.filter(({ fields }) => fields.length > 0) }
  }
  return null
}

describe('round trip', () => {
  test('restores any template without notes', () => {
    let whole = 0
    fc.assert(
      fc.property(form, (given) => {
        const valid = withoutFaults(given as FormDocument)
        if (!valid) return
        whole += 1
        const read = readXlsform(writeXlsform(valid))
        if (read.kind !== 'form') throw new Error(read.reason)
        expect(read.report.notes).toEqual([])
        expect(plain(read.form)).toEqual(plain(valid))
        expect(read.report.imported).toBe(read.report.rows)
      }),
      { numRuns: 600 },
    )
    expect(whole).toBeGreaterThan(300)
    // Allows for a busy processor.
  }, 240_000)

  test('restores the sample template', () => {
    const given = documentOf(sampleTemplate)
    const read = readXlsform(writeXlsform(given))
    expect(read).toMatchObject({ kind: 'form', form: given, report: { notes: [] } })
  })

  test("follows other tools' rules: unique names, choice names without spaces, existing lists", () => {
    fc.assert(
      fc.property(form, (given) => {
        if (formFaults(given as FormDocument).some(({ property }) => property === 'options')) return
        const [sheet, choices] = writeXlsform(given as FormDocument).map(({ rows: [head = [], ...rows] }) =>
          rows.map((cells) => Object.fromEntries(head.map((column, index) => [column, cells[index] ?? '']))),
        )
        const names = (sheet ?? []).map((row) => row.name ?? '').filter((name) => name !== '')
        expect(new Set(names).size).toBe(names.length)
        for (const name of names) expect(name).toMatch(/^[\p{L}_][\p{L}\p{N}_.-]*$/u)
        const lists = new Set((choices ?? []).map((row) => row.list_name))
        for (const row of choices ?? []) expect(row.name).toMatch(/^\S+$/)
        for (const { type = '' } of sheet ?? []) {
          const [word_, list] = type.split(' ')
          if (word_?.startsWith('select')) expect(lists.has(list)).toBe(true)
        }
      }),
    )
  })
})

test('imports or notes every row with a type, for any cells', () => {
  const cell = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom(
      'text',
      'begin group',
      'end group',
      'begin repeat',
      'end repeat',
      'select_one l',
      'select_multiple l or_other',
      'calculate',
      'note',
      'range',
      'hidden',
      'yes',
      "${a} = 'x'",
      '. > 1',
      '1 + ',
      'a',
      'b',
      '__proto__',
      'constructor',
      '',
      '',
    ),
  )
  const head = fc.shuffledSubarray([
    'type',
    'name',
    'label',
    'label::x',
    'label::French (fr)',
    'hint::x',
    'label::__proto__',
    'label::(!)',
    'relevant',
    'constraint',
    'calculation',
    'default',
    'required',
    'parameters',
    'choice_filter',
    'appearance',
    'read_only',
    'repeat_count',
    'fieldbook::type',
    'fieldbook::key',
    'fieldbook::min',
    'odd',
  ])
  const sheet = fc
    .tuple(head, fc.array(fc.array(cell, { maxLength: 18 }), { maxLength: 25 }))
    .map(([first, rows]) => [first, ...rows])
  const listed = fc
    .array(fc.array(cell, { maxLength: 5 }), { maxLength: 10 })
    .map((rows) => [['list_name', 'name', 'label', 'a', 'x'], ...rows])
  fc.assert(
    fc.property(sheet, listed, (rows, choices) => {
      const read = readXlsform([
        { name: 'survey', rows },
        { name: 'choices', rows: choices },
      ])
      if (read.kind !== 'form') return
      const { rows: count, imported: good, notes } = read.report
      const notedRows = new Set(notes.map(({ row }) => row))
      expect(good + notedRows.size).toBeGreaterThanOrEqual(count)
      expect(FormDocument.safeParse(read.form).success).toBe(true)
      expect(
        formFaults(read.form).filter(({ property }) =>
          ['showIf', 'requiredIf', 'constraint', 'calculation', 'choiceFilter', 'defaultExpression'].includes(
            property,
          ),
        ),
      ).toEqual([])
    }),
    { numRuns: 1_000 },
  )
})
