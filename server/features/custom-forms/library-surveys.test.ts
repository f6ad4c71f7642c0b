import { expect, test } from 'vitest'
import { sourceOf } from '#survey/document-to-source.ts'
import { templateFrom } from '#survey/template-source.ts'
import { open, type Scenario } from '#survey/testing/scenario.ts'
import { library } from './library.ts'

function begin(name: string): Scenario {
  const form = library.find(({ document }) => document.name === name)
  if (!form) throw new Error(`There is no '${name}'`)
  return open(templateFrom(sourceOf(form.document, form.id, 1)))
}

test.each(library.slice(3).map(({ document }) => [document.name, document] as const))(
  '%s asks for no words where a picture says it all',
  (_, { sections }) => {
    const pictures = sections
      .flatMap(({ fields }) => fields)
      .filter(({ type, media, dictation, mandatory }) => type === 'text' && media && !dictation && mandatory)
    expect(pictures.map(({ name }) => name)).toEqual([])
  },
)

test('a building without a deficiency is walked', () => {
  begin('Fire safety walk')
    .answer('Building', 'Fire systems', 'None')
    .answer('Deficiency', 'Deficiency found', 'No')
    .fillMandatory()
    .expectAnswer('Closing', 'Deficiencies recorded', '0')
    .submit()
})

test('a deficiency’s due date is after the walk, regardless of the reading time', () => {
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
    .answer('Roof area', 'Core cut', 'Not taken')
    .answer('Roof area', 'Moisture scan', 'Not done')
    .answer('Equipment on the roof', 'Equipment here', 'No')
    .answer('Inside, below the roof', 'Signs of leaks inside', 'No')
    .answer('Work item', 'Work needed', 'No')
    .fillMandatory()
    .expectHidden('Inside, below the roof', 'Leak locations', 'Leak status')
    .submit()
})

test('an elevator without a machine room and without findings', () => {
  begin('Elevator room survey')
    .answer('Building', 'Open violations', 'No')
    .answer('Machine room', 'Machine room here', 'No')
    .answer('Finding', 'Finding to record', 'No')
    .fillMandatory()
    .expectAnswer('Closing', 'Findings', '0')
    .submit()
})

test('a final walk without a punch item', () => {
  begin('Punch list')
    .answer('Punch item', 'Punch item to record', 'No')
    .fillMandatory()
    .expectAnswer('Sign-off', 'Punch items recorded', '0')
    .submit()
})

test('a small wireless facility stays under 50 ft, or 10% above a taller structure', () => {
  const antenna = ['Candidate', 'Proposed antenna height'] as const
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

const extinguisher = 'Extinguisher'

test.each([
  ['2025-01-05', '2026-01-05', 'Current'],
  ['2025-01-05', '2026-01-06', 'Overdue'],
  // 366 days, still one year.
  ['2024-01-05', '2025-01-05', 'Current'],
  ['2024-02-29', '2025-02-28', 'Current'],
  ['2024-02-29', '2025-03-01', 'Overdue'],
  ['2025-12-31', '2026-01-01', 'Current'],
])('annual maintenance on %s is on %s: %s', (serviced, walked, due) => {
  begin('Fire safety walk')
    .answer('Building', 'Date of the walk', walked)
    .expectAnswer(extinguisher, 'Annual maintenance', 'Unknown')
    .answer(extinguisher, 'Last annual maintenance', serviced)
    .expectAnswer(extinguisher, 'Annual maintenance', due)
})

test.each([
  ['2026-01-31', '2026-01-31', 'Current'],
  ['2026-01-01', '2026-02-28', 'Current'],
  ['2026-01-31', '2026-03-01', 'Overdue'],
  ['2025-12-02', '2026-01-30', 'Current'],
  ['2025-11-30', '2026-01-01', 'Overdue'],
])('a monthly inspection on %s is on %s: %s', (inspected, walked, due) => {
  begin('Fire safety walk')
    .answer('Building', 'Date of the walk', walked)
    .answer(extinguisher, 'Last monthly inspection', inspected)
    .expectAnswer(extinguisher, 'Monthly inspection', due)
})

test('dry chemical: 6-year maintenance and a 12-year hydrostatic test; CO2, water and class K: 5 years', () => {
  const walk = begin('Fire safety walk')
    .answer('Building', 'Date of the walk', '2026-01-05')
    .expectHidden(extinguisher, 'Last 6-year maintenance')
    .expectAnswer(extinguisher, 'Hydrostatic test', 'Unknown')
    .answer(extinguisher, 'Type', 'ABC dry chemical')
    .answer(extinguisher, 'Last 6-year maintenance', '2020-01-05')
    .answer(extinguisher, 'Last hydrostatic test', '2014-01-05')
    .expectAnswer(extinguisher, '6-year maintenance', 'Current')
    .expectAnswer(extinguisher, 'Hydrostatic test', 'Current')
    .answer(extinguisher, 'Last 6-year maintenance', '2020-01-04')
    .answer(extinguisher, 'Last hydrostatic test', '2014-01-04')
    .expectAnswer(extinguisher, '6-year maintenance', 'Overdue')
    .expectAnswer(extinguisher, 'Hydrostatic test', 'Overdue')
    .answer(extinguisher, 'Last hydrostatic test', '2021-01-04')
    .expectAnswer(extinguisher, 'Hydrostatic test', 'Current')
  for (const type of ['CO2', 'Water', 'Class K'])
    walk
      .answer(extinguisher, 'Type', type)
      .expectHidden(extinguisher, 'Last 6-year maintenance')
      .expectAnswer(extinguisher, '6-year maintenance', 'Not required')
      .expectAnswer(extinguisher, 'Hydrostatic test', 'Overdue')
})

test('damage can be described with photos in any condition, and must be in poor condition', () => {
  const damage = 'Walls and ceiling: damage and photos'
  const room = begin('Move-in / move-out inspection').expectHidden('Room', damage)
  for (const condition of ['Good', 'Fair'])
    room.answer('Room', 'Walls and ceiling', condition).expectShown('Room', damage)
  room
    .answer('Room', 'Walls and ceiling', 'Not inspected')
    .expectHidden('Room', damage)
    .fillMandatory()
    .answer('Room', 'Walls and ceiling', 'Fair')
    .expectMissing()
    .answer('Room', 'Walls and ceiling', 'Poor')
    .expectMissing(`Room: ${damage}`)
    .answer('Room', damage, 'Dent beside the door')
    .expectMissing()
    .submit()
})

test('a core cut requires description, photo and patch; without one these fields are hidden', () => {
  const core = [
    'Core cut location',
    'Core layers, top to deck',
    'Core cut photos',
    'Core cut patched',
  ] as const
  begin('Roof inspection')
    .answer('Roof area', 'Core cut', 'Not taken')
    .expectHidden('Roof area', ...core)
    .answer('Roof area', 'Core cut', 'Taken')
    .expectShown('Roof area', ...core)
    .answer('Roof area', 'Moisture scan', 'Not done')
    .expectHidden('Roof area', 'Scan images')
})

test('candidates are entered once and chosen from then on', () => {
  begin('Small-cell site survey')
    .answer('Candidate', 'Candidate', 'A')
    .fillMandatory('Candidate')
    .addSimilar('Candidate')
    .answer('Candidate 2', 'Candidate', 'B')
    .expectOptions('Building', 'A', 'B')
    .expectNames('Candidate', 'Candidate 1', 'Candidate 2')
})

test('areas, costs and keys add up with empty fields', () => {
  begin('Roof inspection')
    .answer('Roof area', 'Length', '40')
    .answer('Roof area', 'Width', '25.5')
    .expectAnswer('Roof area', 'Roof area, sq ft', '1020')
    .addAnyway('Roof area')
    .answer('Roof area 2', 'Length', '10')
    .answer('Roof area 2', 'Width', '10')
    .expectAnswer('Summary', 'Total roof area, sq ft', '1120')
    .answer('Work item', 'Estimated cost', '1250.5')
    .expectAnswer('Summary', 'Total estimated cost, $', '1250.5')
  begin('Move-in / move-out inspection')
    .answer('Keys and devices', 'Door keys', '2')
    .answer('Keys and devices', 'Fobs or cards', '3')
    .expectAnswer('Keys and devices', 'Total keys and devices', '5')
    .answer('Meters and utilities', 'Gas reading', '4512')
    .expectAnswer('Meters and utilities', 'Gas reading', '4512 CCF')
})
