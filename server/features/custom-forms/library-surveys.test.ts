import { expect, test } from 'vitest'
import { sourceOf } from '#survey/form-source.ts'
import { templateFrom } from '#survey/template-source.ts'
import { open, type Scenario } from '#survey/testing/scenario.ts'
import { library } from './library.ts'

function begin(name: string): Scenario {
  const form = library.find(({ document }) => document.name === name)
  if (!form) throw new Error(`There is no '${name}'`)
  return open(templateFrom(sourceOf(form.document, form.id, 1)))
}

test.each(
  library
    .filter(({ template }) => template === null)
    .map(({ document }) => [document.name, document] as const),
)('%s asks for no words where a picture says it all', (_, { sections }) => {
  const pictures = sections
    .flatMap(({ fields }) => fields)
    .filter(({ type, media, dictation, mandatory }) => type === 'text' && media && !dictation && mandatory)
  expect(pictures.map(({ name }) => name)).toEqual([])
})

test('a building without a deficiency is walked', () => {
  begin('Fire safety walk')
    .answer('Building', 'Fire systems', 'None')
    .answer('Deficiency', 'Deficiency found', 'No')
    .fillMandatory()
    .expectAnswer('Closing', 'Deficiencies recorded', '0')
    .submit()
})

test('what is wrong is to be mended after the walk, however late that is read', () => {
  const due = ['Deficiency', 'By when'] as const
  begin('Fire safety walk')
    .answer('Building', 'Fire systems', 'None')
    .answer('Building', 'Date of the walk', '2026-01-05')
    .answer(...due, '2026-01-12')
    .fillMandatory()
    .expectProblem(...due, '')
    .submit()
    .answer(...due, '2026-01-04')
    .expectProblem(...due, 'This day lies before the walk.')
})

test('a dry roof with nothing on it and nothing to do', () => {
  begin('Roof inspection')
    .answer('Equipment on the roof', 'Equipment here', 'No')
    .answer('Inside, below the roof', 'Signs of leaks inside', 'No')
    .answer('Work item', 'Work needed', 'No')
    .fillMandatory()
    .expectHidden('Inside, below the roof', 'Where', 'Active')
    .submit()
})

test('an elevator that has no machine room, and of which nothing is to be said', () => {
  begin('Elevator room survey')
    .answer('Building', 'Open violations', 'No')
    .answer('Machine room', 'Machine room here', 'No')
    .answer('Finding', 'Finding to record', 'No')
    .fillMandatory()
    .expectAnswer('Closing', 'Findings', '0')
    .submit()
})

test('a final walk that finds no snag', () => {
  begin('Punch list (snagging)')
    .answer('Snag', 'Snag to record', 'No')
    .fillMandatory()
    .expectAnswer('Sign-off', 'Snags recorded', '0')
    .submit()
})

test('the antenna is held against the structure’s height once that is known', () => {
  const antenna = ['Candidate', 'Proposed height of the antenna'] as const
  begin('Small-cell site survey')
    .answer(...antenna, '45')
    .expectProblem(...antenna, '')
    .answer('Candidate', 'Height above ground', '30')
    .expectProblem(...antenna, 'Higher than 10 ft above the structure.')
    .answer(...antenna, '35')
    .expectProblem(...antenna, '')
})
