import { expect, test } from 'vitest'
import { draftOf, type TemplateSource, templateFrom } from '../template-source.ts'
import { open } from '../testing/scenario.ts'
import { checkLogic } from './check.ts'
import { isSelfContained } from './self-contained.ts'

const source: TemplateSource = {
  series: '019b0000-0000-7000-8000-0000000000fc',
  name: 'Closets',
  version: 1,
  sections: [
    {
      key: 'closet',
      name: 'Closet',
      addSimilarText: 'Add another closet',
      conditions: [
        { name: 'Closet here', showIf: "${here} != 'No'" },
        { name: 'With fiber', showIf: '${strands} > 0' },
      ],
      fields: [
        { key: 'here', name: 'Closet here', type: 'radio', options: ['Yes', 'No'], mandatory: true },
        { key: 'size', name: 'Size', type: 'text', mandatory: true, condition: 'Closet here' },
        { key: 'strands', name: 'Strands', type: 'numeric', condition: 'Closet here' },
        {
          key: 'loss',
          name: 'Loss',
          type: 'decimal',
          condition: 'With fiber',
          showIf: "${size} != 'Small'",
        },
        { key: 'notes', name: 'Notes', type: 'text' },
      ],
    },
  ],
}

const closets = templateFrom(source)

/** The source with one section changed. */
function withSection(change: Partial<TemplateSource['sections'][number]>): TemplateSource {
  return { ...source, sections: source.sections.map((section) => ({ ...section, ...change })) }
}

const faultsOf = (of: TemplateSource) =>
  checkLogic(draftOf(of)).map(({ fieldId, purpose, code, piece }) => [fieldId !== null, purpose, code, piece])

test('fields that name a condition are shown by it, in each repeat by its own answers', () => {
  open(closets)
    .answer('Closet', 'Size', 'Large')
    .answer('Closet', 'Strands', '12')
    .expectShown('Closet', 'Size', 'Strands', 'Loss', 'Notes')
    .addAnyway('Closet')
    .answer('Closet 2', 'Closet here', 'No')
    .expectHidden('Closet 2', 'Size', 'Strands', 'Loss')
    .expectShown('Closet 2', 'Closet here', 'Notes')
    .expectShown('Closet 1', 'Size', 'Strands', 'Loss')
    .answer('Closet 1', 'Closet here', 'No')
    .expectHidden('Closet 1', 'Size', 'Strands', 'Loss')
    .expectMissing()
    .submit()
})

test('a field’s own condition must hold too', () => {
  open(closets)
    .answer('Closet', 'Size', 'Small')
    .answer('Closet', 'Strands', '12')
    .expectHidden('Closet', 'Loss')
    .answer('Closet', 'Size', 'Large')
    .expectShown('Closet', 'Loss')
    .answer('Closet', 'Strands', '0')
    .expectHidden('Closet', 'Loss')
})

test('a repeat is still counted alone', () => {
  const [section] = closets.sections
  expect(section && isSelfContained(closets, section)).toBe(true)
})

test('a fault in a shared condition is reported once, at the section', () => {
  expect(faultsOf(withSection({ conditions: [{ name: 'Closet here', showIf: '${nobody}' }] }))).toEqual([
    [false, 'conditions.0', 'unknownKey', 'nobody'],
  ])
})

test('a field that decides its own shared condition depends on itself', () => {
  const [first, ...rest] = source.sections[0]?.fields ?? []
  if (!first) throw new Error('There is no field')
  expect(faultsOf(withSection({ fields: [{ ...first, condition: 'Closet here' }, ...rest] }))).toContainEqual(
    [true, 'condition', 'cycle', 'here'],
  )
})

test('two conditions that are too long together are a fault of the field', () => {
  const long = (key: string) => `\${${key}} != '${'x'.repeat(600)}'`
  const conditions = [
    { name: 'Closet here', showIf: "${here} != 'No'" },
    { name: 'With fiber', showIf: long('strands') },
  ]
  const fields = (source.sections[0]?.fields ?? []).map((field) =>
    field.key === 'loss' ? { ...field, showIf: long('size') } : field,
  )
  expect(faultsOf(withSection({ conditions, fields }))).toEqual([[true, 'showIf', 'tooLong', '']])
})
