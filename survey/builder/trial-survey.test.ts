import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldTypes } from '#contract/templates/field-types.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { asText, filesOf, isAnswerable, isMissing } from '../fields/registry.ts'
import type { Survey } from '../survey.ts'
import { sampleAnswersIn, sampleSurvey, withExamples } from './trial-survey.ts'

function counted() {
  let count = 0
  const next = () => {
    count += 1
    return `019b0000-0000-7000-8000-${String(count).padStart(12, '0')}`
  }
  return { id: next(), createdBy: 'u1', at: '2026-11-23T10:00:00.000Z', newId: next }
}

const walk: FormDocument = {
  schema: 'fieldbook-form/1',
  name: 'Closet walk',
  sections: [
    {
      key: 'closet',
      name: 'Closet',
      addSimilarText: 'Add closet',
      fields: [
        { key: 'idf', name: 'IDF present', type: 'yes_no' },
        { key: 'rack', name: 'Rack', type: 'text', media: true, showIf: "${idf} = 'Yes'" },
        { key: 'ports', name: 'Ports', type: 'numeric', min: 24, max: 48 },
        { key: 'free', name: 'Free', type: 'calculated', calculation: '${ports} - 2' },
      ],
    },
  ],
}

function texts(survey: Survey): readonly string[] {
  return survey.sections.flatMap(({ subSections }) =>
    subSections.flatMap(({ title, answers }) =>
      [title, ...answers].filter(({ hidden }) => !hidden).map((answer) => asText(answer)),
    ),
  )
}

test('restores trial answers with parts, titles and derived values', () => {
  const answers = [
    { section: 'closet', part: 0, field: 'idf', value: 'No', values: [] },
    { section: 'closet', part: 0, field: 'rack', value: 'R-7', values: [] },
    { section: 'closet', part: 1, field: null, value: 'North', values: [] },
    { section: 'closet', part: 1, field: 'ports', value: '24', values: [] },
  ]
  const survey = sampleSurvey(walk, counted(), answers)
  expect(texts(survey)).toEqual(['', 'No', '', '', 'North', '', '24', '22'])
  expect(sampleAnswersIn(survey)).toEqual(answers)
})

test('skips answers without a place and accepts no photos', () => {
  const survey = sampleSurvey(walk, counted(), [
    { section: 'roof', part: 3, field: 'hatch', value: 'Stuck', values: [] },
    { section: 'closet', part: 0, field: 'ports', value: 'many', values: [] },
    { section: 'closet', part: 0, field: 'free', value: '7', values: [] },
  ])
  expect(survey.sections).toHaveLength(1)
  expect(sampleAnswersIn(survey)).toEqual([])
  expect(survey.template.sections[0]?.fields.some(({ media }) => media)).toBe(false)
})

test('provides a valid example for every field type that takes a value', () => {
  const form: FormDocument = {
    schema: 'fieldbook-form/1',
    name: 'All',
    sections: [
      {
        key: 'all',
        name: 'All',
        fields: fieldTypes.map((type) => ({
          key: type,
          name: type,
          type,
          ...(['checkbox', 'radio', 'select'].includes(type) && { options: ['One', 'Two', 'Three'] }),
          ...(type === 'dynamic_dropdown' && { dropdownOf: 'Floor' as const }),
          ...(type === 'calculated' && { calculation: '1 + 1' }),
        })),
      },
    ],
  }
  const filled = sampleSurvey(form, counted(), withExamples(sampleSurvey(form, counted()), '2026-11-23'))
  const empty = filled.sections[0]?.subSections[0]?.answers.filter(
    ({ field, ...answer }) =>
      isAnswerable(field) && filesOf(field) === null && isMissing({ field, ...answer }),
  )
  expect(empty?.map(({ field }) => field.type)).toEqual([])
})

test("keeps entered answers and picks examples within a number's range", () => {
  const numbers = fc.record({ low: fc.integer({ min: -50, max: 50 }), width: fc.nat(100) })
  fc.assert(
    fc.property(numbers, ({ low, width }) => {
      const field = { key: 'n', name: 'N', type: 'numeric' as const, min: low, max: low + width }
      const form = { ...walk, sections: [{ key: 'closet', name: 'Closet', fields: [field] }] }
      const [example] = withExamples(sampleSurvey(form, counted()), '2026-11-23')
      expect(Number(example?.value)).toBeGreaterThanOrEqual(low)
      expect(Number(example?.value)).toBeLessThanOrEqual(low + width)
    }),
  )
  const own = [{ section: 'closet', part: 0, field: 'ports', value: '30', values: [] }]
  const all = withExamples(sampleSurvey(walk, counted(), own), '2026-11-23')
  expect(all.find(({ field }) => field === 'ports')?.value).toBe('30')
})
