import { expect, test } from 'vitest'
import { progressTextOf, sectionProgress, surveyCounts } from './progress.ts'
import { sampleTemplate } from './testing/sample-template.ts'
import { open } from './testing/scenario.ts'

test('shows the share of filled mandatory fields', () => {
  open(sampleTemplate)
    .expectProgress('0% completed')
    .answer('Building', 'Notes', 'Gate is open on Sundays')
    .expectProgress('0% completed')
    .answer('Building', 'Building name', 'Tower A')
    .expectProgress('16% completed')
    .answer('MDF Info', 'Room location', 'Basement')
    .expectProgress('33% completed')
})

test('shows 100% for all mandatory fields and Completed after submission', () => {
  open(sampleTemplate)
    .fillMandatory()
    .expectProgress('100% completed')
    .submit()
    .expectProgress('Completed')
    .reopen()
    .expectProgress('100% completed')
})

test('counts the mandatory fields of an added sub-section', () => {
  open(sampleTemplate).fillMandatory().addSimilar('Building').expectProgress('75% completed')
})

test('never rounds up to 100% and shows 0% without fields', () => {
  expect(progressTextOf('Started', { filled: 9_999, total: 10_000 })).toBe('99% completed')
  expect(progressTextOf('Started', { filled: 0, total: 0 })).toBe('0% completed')
})

test('counts all fields if none is mandatory', () => {
  const fields = sampleTemplate.sections.map((section) => ({
    ...section,
    fields: section.fields.map((field) => ({ ...field, mandatory: false })),
  }))
  open({ ...sampleTemplate, sections: fields })
    .expectProgress('0% completed')
    .answer('Building', 'Notes', 'Fine')
    .expectProgress('9% completed')
})

test('does not count spaces as an answer', () => {
  open(sampleTemplate)
    .fillMandatory()
    .expectMissing()
    .answer('MDF Info', 'Room location', '   ')
    .expectMissing('MDF Info: Room location')
})

test('lists missing fields of all sections when submitting', () => {
  const play = open(sampleTemplate)
    .fillMandatory()
    .addSimilar('Floor')
    .answer('Floor 2', 'Floor name', 'Second')
    .expectMissing('Floor 2: Building', 'Floor 2: Wiring')
  expect(() => play.submit()).toThrow('Floor 2: Building, Floor 2: Wiring')
})

test('counts all fields and missing mandatory fields of a section', () => {
  const play = open(sampleTemplate).answer('MDF Info', 'Condition', 'Good')
  expect(sectionProgress(play.section('MDF Info'))).toEqual({ filled: 1, total: 3, missing: 1 })
})

test('counts required and answered fields separately', () => {
  const { survey } = open(sampleTemplate)
    .answer('Building', 'Notes', 'Gate is open on Sundays')
    .answer('Building', 'Building name', 'Tower A')
  const { required, answered } = surveyCounts(survey)
  expect([required.filled, required.total, answered.filled]).toEqual([1, 6, 2])
  expect(answered.total).toBeGreaterThan(required.total)
})
