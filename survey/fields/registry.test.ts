import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { fieldTypes } from '#contract/templates/field-types.ts'
import type { TemplateField } from '../template.ts'
import { sampleTemplate } from '../testing/sample-template.ts'
import { open } from '../testing/scenario.ts'
import { clean } from './registry.ts'

test('stores digits in a numeric field and rejects everything else', () => {
  open(sampleTemplate)
    .answer('Building', 'Units', '120')
    .expectAnswer('Building', 'Units', '120')
    .expectRefused('Building', 'Units', '12a', 'not-a-number')
    .expectRefused('Building', 'Units', '-1.5', 'not-a-number')
  for (const value of ['1e4,2', '8.5', '1,234', '12\t13', '-5'])
    expect(clean(field('numeric'), { value })).toEqual({ given: null, refusal: 'not-a-number' })
  expect(clean(field('numeric'), { value: '\u0661\uff12' }).given?.value).toBe('12')
  expect(clean(field('numeric'), { value: '9'.repeat(limits.numberDigitsMax + 1) }).refusal).toBe('too-long')
})

test("accepts only the field's options or an empty choice", () => {
  open(sampleTemplate)
    .answer('Floor', 'Access', 'Locked')
    .expectRefused('Floor', 'Access', 'Ajar', 'not-an-option')
    .answer('Floor', 'Access', '')
    .expectAnswer('Floor', 'Access', '')
    .expectRefused('MDF Info', 'Condition', 'Excellent', 'not-an-option')
    .expectRefused('Floor', 'Wiring', 'String', 'not-an-option')
})

test('shows each checked option once, in the order of the template', () => {
  open(sampleTemplate)
    .answer('Floor', 'Wiring', 'Fiber', 'Copper', 'Fiber')
    .expectAnswer('Floor', 'Wiring', 'Copper, Fiber')
})

test('keeps the answer when a choice is rejected', () => {
  const play = open(sampleTemplate).answer('Floor', 'Access', 'Open')
  expect(() => play.answer('Floor', 'Access', 'Ajar')).toThrow(/not-an-option/)
  play.expectAnswer('Floor', 'Access', 'Open')
})

test('accepts a building name that this device has not received yet', () => {
  open(sampleTemplate).answer('Floor', 'Building', ' Tower B ').expectAnswer('Floor', 'Building', 'Tower B')
})

test('trims a name after removing invalid characters and cutting it', () => {
  const given = (value: string, maxLength?: number) =>
    clean({ ...field('dynamic_dropdown'), ...(maxLength && { maxLength }) }, { value }).given?.value
  expect([given('A \u0000'), given('\u0001 A'), given('Tower B', 6)]).toEqual(['A', 'A', 'Tower'])
})

test('cuts text at its limit without splitting a character', () => {
  const long = clean(field('text'), { value: `${'x'.repeat(limits.answerMax - 1)}😀` })
  expect(long.refusal).toBe('too-long')
  expect(long.given?.value).toBe('x'.repeat(limits.answerMax - 1))
  expect(clean(field('text'), { value: 'x'.repeat(limits.answerMax) }).refusal).toBeNull()
})

test('keeps lines and every script and removes characters that cannot be stored', () => {
  const given = clean(field('text'), { value: 'Ключ\r\nمفتاح\u0000 🔑\ud800' }).given
  expect(given?.value).toBe('Ключ\nمفتاح 🔑\ufffd')
})

/** Valid values of various types. */
const accepted = [
  '-12.5',
  '2026-02-28',
  '2026-02-28T23:59',
  '23:59',
  '5',
  'Yes',
  'No',
  'typed',
  'M1 2L600 200M0 0L0 0',
  '40.7128 -74.006 5',
]
const pieces = fc
  .array(fc.constantFrom(...'AB09 -+,.:;MLTZ°−\n\r\u0000é😀\ud800', ...accepted), { maxLength: 8 })
  .map((all) => all.join(''))

test('accepts an accepted value again unchanged', () => {
  const raw = fc.record({
    value: fc.oneof(pieces, fc.constantFrom('', 'A', 'B', ...accepted)),
    values: fc.oneof(
      fc.array(fc.constantFrom('A', 'B', 'C', 'D'), { maxLength: 4 }),
      fc.tuple(pieces, fc.constantFrom('', '2026-11-21T15:04:00-05:00')),
    ),
  })
  const limit = fc.option(fc.integer({ min: 1, max: 9 }), { nil: limits.answerMax })
  fc.assert(
    fc.property(fc.constantFrom(...fieldTypes), raw, limit, (type, given, maxLength) => {
      const asked = { ...field(type), maxLength }
      const once = clean(asked, given)
      if (once.given) expect(clean(asked, once.given)).toEqual({ given: once.given, refusal: null })
    }),
  )
})

function field(type: TemplateField['type']): TemplateField {
  const flags = { mandatory: false, dropdownOf: null, adds: null, dictation: false, media: false }
  return { id: 'field', name: 'Field', type, options: ['A', 'B', 'C'], ...flags }
}
