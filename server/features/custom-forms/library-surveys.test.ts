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

test('a deficiency is to be corrected after the walk, however late that is read', () => {
  const due = ['Deficiency', 'By when'] as const
  begin('Fire safety walk')
    .answer('Building', 'Fire systems', 'None')
    .answer('Building', 'Date of the walk', '2026-01-05')
    .answer(...due, '2026-01-12')
    .fillMandatory()
    .expectProblem(...due, '')
    .submit()
    .answer(...due, '2026-01-04')
    .expectProblem(...due, 'This date is before the walk.')
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

test('a small wireless facility stays under 50 ft, or 10% above a taller structure', () => {
  const antenna = ['Candidate', 'Proposed height of the antenna'] as const
  const tooHigh = 'Over 50 ft and more than 10% above the structure: not a small wireless facility.'
  begin('Small-cell site survey')
    .answer(...antenna, '51')
    .expectProblem(...antenna, '')
    .answer('Candidate', 'Height above ground', '30')
    .expectProblem(...antenna, tooHigh)
    .answer(...antenna, '50')
    .expectProblem(...antenna, '')
    .answer('Candidate', 'Height above ground', '80')
    .answer(...antenna, '88')
    .expectProblem(...antenna, '')
    .answer(...antenna, '88.5')
    .expectProblem(...antenna, tooHigh)
})

test('40 inches between power at 30 ft and communications at 26 ft 8 in.', () => {
  begin('Small-cell site survey')
    .answer('Candidate', 'Lowest power attachment', '30')
    .answer('Candidate', 'Highest communications attachment', '26.6667')
    .expectAnswer('Candidate', 'Space between power and communications, in.', '40')
})

test.each([
  ['2025-01-05', '2026-01-05', 'In date'],
  ['2025-01-05', '2026-01-06', 'Overdue'],
  // 366 days, and still one year.
  ['2024-01-05', '2025-01-05', 'In date'],
  ['2024-02-29', '2025-02-28', 'In date'],
  ['2024-02-29', '2025-03-01', 'Overdue'],
  ['2025-12-31', '2026-01-01', 'In date'],
])('an extinguisher serviced on %s is on %s: %s', (serviced, walked, due) => {
  begin('Fire safety walk')
    .answer('Building', 'Date of the walk', walked)
    .expectAnswer('Extinguisher', 'Service', 'Unknown')
    .answer('Extinguisher', 'Last annual service', serviced)
    .expectAnswer('Extinguisher', 'Service', due)
})

test('areas, costs and keys add up, whatever is still empty', () => {
  begin('Roof inspection')
    .answer('Roof area', 'Length', '40')
    .answer('Roof area', 'Width', '25.5')
    .expectAnswer('Roof area', 'Area in square feet', '1020')
    .addAnyway('Roof area')
    .answer('Roof area 2', 'Length', '10')
    .answer('Roof area 2', 'Width', '10')
    .expectAnswer('Summary', 'Roof in all, square feet', '1120')
    .answer('Work item', 'Estimated cost', '1250.5')
    .expectAnswer('Summary', 'Estimated cost in all, $', '1250.5')
  begin('Move-in / move-out inspection')
    .answer('Keys and devices', 'Door keys', '2')
    .answer('Keys and devices', 'Fobs or cards', '3')
    .expectAnswer('Keys and devices', 'Keys and devices in all', '5')
    .answer('Meters and utilities', 'Gas reading', '4512')
    .expectAnswer('Meters and utilities', 'Gas reading', '4512 CCF')
})
