import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { fieldTypes } from '#contract/templates/field-types.ts'
import { emptyAnswer, titleField } from '../survey.ts'
import type { TemplateField } from '../template.ts'
import { sampleTemplate } from '../testing/sample-template.ts'
import type { AnswerValue } from './kind.ts'
import { combineAnswers } from './registry.ts'

const say = (value: string, ...values: string[]): AnswerValue => ({ value, values })
const of = (type: TemplateField['type'], own: AnswerValue, other: AnswerValue) =>
  combineAnswers(field(type), own, other)

test('joins two texts with a slash and long texts with a line break', () => {
  expect(of('text', say('Basement '), say('Roof'))).toEqual(say('Basement / Roof'))
  expect(of('long_text', say('Wet.'), say('Dry.'))).toEqual(say('Wet.\nDry.'))
})

test('skips parts that the first text already contains', () => {
  expect(of('text', say('Roof / Attic'), say('Attic'))).toBeNull()
  expect(of('text', say('Roof / Attic'), say('Attic / Basement'))).toEqual(say('Roof / Attic / Basement'))
  expect(of('text', say('N/A'), say('A'))).toEqual(say('N/A / A'))
  expect(of('long_text', say('Wet.'), say('Dry.\n\n  Cold.'))).toEqual(say('Wet.\nDry.\n\n  Cold.'))
})

test('combines checked options in the order of the template', () => {
  expect(of('checkbox', say('', 'C'), say('', 'A', 'C'))).toBeNull()
  expect(of('checkbox', say('', 'C'), say('', 'A'))).toEqual(say('', 'A', 'C'))
})

test('returns null if one answer is empty or the result is too long', () => {
  expect(of('text', say('Roof'), say(''))).toBeNull()
  expect(of('text', say('x'.repeat(limits.answerMax)), say('Roof'))).toBeNull()
  const [section] = sampleTemplate.sections
  const title = section && emptyAnswer('part', titleField(section)).field
  expect(title && combineAnswers(title, say('4B'), say('5C'))).toEqual(say('4B / 5C'))
  expect(title && combineAnswers(title, say('4'.repeat(limits.titleMax)), say('5C'))).toBeNull()
})

test('combines plain values only for text types', () => {
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
