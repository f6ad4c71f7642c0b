import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { fieldTypes } from '#contract/templates/field-types.ts'
import { emptyAnswer, titleField } from '../survey.ts'
import type { TemplateField } from '../template.ts'
import { sampleTemplate } from '../testing/sample-template.ts'
import type { AnswerValue } from './kind.ts'
import { bothOf } from './registry.ts'

const say = (value: string, ...values: string[]): AnswerValue => ({ value, values })
const of = (type: TemplateField['type'], own: AnswerValue, other: AnswerValue) =>
  bothOf(field(type), own, other)

test('two texts stand beside each other, long ones on a line each', () => {
  expect(of('text', say('Basement '), say('Roof'))).toEqual(say('Basement / Roof'))
  expect(of('long_text', say('Wet.'), say('Dry.'))).toEqual(say('Wet.\nDry.'))
})

test('what is said already is not said again, so that more can be joined to it', () => {
  expect(of('text', say('Roof / Attic'), say('Attic'))).toBeNull()
  expect(of('text', say('Roof / Attic'), say('Attic / Basement'))).toEqual(say('Roof / Attic / Basement'))
  expect(of('text', say('N/A'), say('A'))).toEqual(say('N/A / A'))
  expect(of('long_text', say('Wet.'), say('Dry.\n\n  Cold.'))).toEqual(say('Wet.\nDry.\n\n  Cold.'))
})

test('what both ticked is ticked, in the order of the options', () => {
  expect(of('checkbox', say('', 'C'), say('', 'A', 'C'))).toBeNull()
  expect(of('checkbox', say('', 'C'), say('', 'A'))).toEqual(say('', 'A', 'C'))
})

test('nothing that one of the two does not say as well', () => {
  expect(of('text', say('Roof'), say(''))).toBeNull()
  expect(of('text', say('x'.repeat(limits.answerMax)), say('Roof'))).toBeNull()
  const [section] = sampleTemplate.sections
  const title = section && emptyAnswer('part', titleField(section)).field
  expect(title && bothOf(title, say('4B'), say('5C'))).toEqual(say('4B / 5C'))
  expect(title && bothOf(title, say('4'.repeat(limits.titleMax)), say('5C'))).toBeNull()
})

test('only texts and choices of several have a both', () => {
  const own = say('A')
  const other = say('B')
  expect(fieldTypes.filter((type) => of(type, own, other) !== null)).toEqual(['text', 'long_text'])
})

function field(type: TemplateField['type']): TemplateField {
  return {
    id: 'field',
    name: 'Field',
    type,
    options: ['A', 'B', 'C'],
    mandatory: false,
    dropdownOf: null,
    adds: null,
    dictation: false,
    media: false,
  }
}
