import { expect, test } from 'vitest'
import { progressTextOf, sectionProgress, surveyCounts } from './progress.ts'
import { sampleTemplate } from './testing/sample-template.ts'
import { open } from './testing/scenario.ts'

test('progress is the share of mandatory fields filled', () => {
  open(sampleTemplate)
    .expectProgress('0% completed')
    .answer('Building', 'Notes', 'Gate is open on Sundays')
    .expectProgress('0% completed')
    .answer('Building', 'Building name', 'Tower A')
    .expectProgress('16% completed')
    .answer('MDF Info', 'Room location', 'Basement')
    .expectProgress('33% completed')
})

test('100% means every mandatory field, and Completed that it was submitted', () => {
  open(sampleTemplate)
    .fillMandatory()
    .expectProgress('100% completed')
    .submit()
    .expectProgress('Completed')
    .reopen()
    .expectProgress('100% completed')
})

test('adding a similar section adds its mandatory fields', () => {
  open(sampleTemplate).fillMandatory().addSimilar('Building').expectProgress('75% completed')
})

test('one of very many missing is never 100%, and no field at all is 0%', () => {
  expect(progressTextOf('Started', { filled: 9_999, total: 10_000 })).toBe('99% completed')
  expect(progressTextOf('Started', { filled: 0, total: 0 })).toBe('0% completed')
})

test('without mandatory fields every field counts', () => {
  const fields = sampleTemplate.sections.map((section) => ({
    ...section,
    fields: section.fields.map((field) => ({ ...field, mandatory: false })),
  }))
  open({ ...sampleTemplate, sections: fields })
    .expectProgress('0% completed')
    .answer('Building', 'Notes', 'Fine')
    .expectProgress('9% completed')
})

test('spaces do not fill a field', () => {
  open(sampleTemplate)
    .fillMandatory()
    .expectMissing()
    .answer('MDF Info', 'Room location', '   ')
    .expectMissing('MDF Info: Room location')
})

test('submitting looks at every section and names what is missing', () => {
  const play = open(sampleTemplate)
    .fillMandatory()
    .addSimilar('Floor')
    .answer('Floor 2', 'Floor name', 'Second')
    .expectMissing('Floor 2: Building', 'Floor 2: Wiring')
  expect(() => play.submit()).toThrow('Floor 2: Building, Floor 2: Wiring')
})

test('a section of the sidebar counts all its fields and what keeps it from being done', () => {
  const play = open(sampleTemplate).answer('MDF Info', 'Condition', 'Good')
  expect(sectionProgress(play.section('MDF Info'))).toEqual({ filled: 1, total: 3, missing: 1 })
})

test('required and answered fields are counted apart', () => {
  const { survey } = open(sampleTemplate)
    .answer('Building', 'Notes', 'Gate is open on Sundays')
    .answer('Building', 'Building name', 'Tower A')
  const { required, answered } = surveyCounts(survey)
  expect([required.filled, required.total, answered.filled]).toEqual([1, 6, 2])
  expect(answered.total).toBeGreaterThan(required.total)
})
