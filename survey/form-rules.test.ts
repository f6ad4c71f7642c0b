import { expect, test } from 'vitest'
import { reportOf } from './report.ts'
import { templateFrom } from './template-source.ts'
import { sampleTemplate } from './testing/sample-template.ts'
import { open } from './testing/scenario.ts'

/** All types of the specification as mandatory fields. */
const strict = templateFrom({
  series: '019b0000-0000-7000-8000-00000000000a',
  name: 'Strict',
  version: 1,
  sections: [
    {
      key: 'unit',
      name: 'Unit',
      addSimilarText: 'Add another unit',
      fields: [
        { key: 'text', name: 'Notes', type: 'text', mandatory: true, media: true },
        { key: 'numeric', name: 'Rooms', type: 'numeric', mandatory: true },
        { key: 'select', name: 'State', type: 'select', mandatory: true, options: ['Good', 'Poor'] },
        { key: 'radio', name: 'Access', type: 'radio', mandatory: true, options: ['Open', 'Locked'] },
        { key: 'check', name: 'Wiring', type: 'checkbox', mandatory: true, options: ['Copper', 'Fiber'] },
        { key: 'of', name: 'In', type: 'dynamic_dropdown', mandatory: true, dropdownOf: 'Building' },
      ],
    },
    { key: 'more', name: 'More', fields: [{ key: 'left', name: 'Left', type: 'text', mandatory: true }] },
  ],
})

const answers = [
  ['Notes', 'Dry'],
  ['Rooms', '0'],
  ['State', 'Poor'],
  ['Access', 'Open'],
  ['Wiring', 'Fiber'],
  ['In', 'Tower A'],
] as const

test('reports a mandatory field of any type as missing until it is answered, and again when cleared', () => {
  const play = open(strict)
  const missing = [...answers.map(([field]) => `Unit: ${field}`), 'More: Left']
  play.expectMissing(...missing)
  for (const [field, given] of answers) {
    play.answer('Unit', field, given).expectMissing(...missing.filter((one) => one !== `Unit: ${field}`))
    play.answer('Unit', field, '').expectMissing(...missing)
  }
})

test('does not count a photo as an answer to a mandatory field', () => {
  open(strict)
    .photo('Unit', 'Notes')
    .fillMandatory('More')
    .expectMissing(...answers.map(([field]) => `Unit: ${field}`))
})

test('requires the current section for adding and all sections for submitting', () => {
  const play = open(strict).expectMayAdd('Unit', false)
  for (const [field, given] of answers) play.expectMayAdd('Unit', false).answer('Unit', field, given)
  play.expectMayAdd('Unit', true).addSimilar('Unit').expectMayAdd('Unit', false)
  play.fillMandatory('Unit').expectMayAdd('Unit', true)
  play.answer('Unit 1', 'Rooms', '').expectMayAdd('Unit', false).answer('Unit 1', 'Rooms', '2')
  expect(() => play.submit()).toThrow('More: Left')
  expect(play.answer('More', 'Left', 'x').submit().survey.status).toBe('Completed')
})

test('starts as Started, stays Started when saved and becomes Completed when submitted', () => {
  const play = open(sampleTemplate)
  expect(play.survey.status).toBe('Started')
  expect(play.fillMandatory().survey.status).toBe('Started')
  expect(play.submit().survey.status).toBe('Completed')
  expect(play.reopen().survey.status).toBe('Started')
})

test('stays submitted after later edits', () => {
  const play = open(sampleTemplate).fillMandatory().submit()
  play.answer('MDF Info', 'Room location', 'Roof').addSimilar('Building').photo('Building 2', 'Notes')
  play.remove('Building 1').expectProgress('Completed')
  expect(play.survey.status).toBe('Completed')
})

test('keeps values and photos of the last sub-section and drops its number', () => {
  open(sampleTemplate)
    .fillMandatory('Building')
    .addSimilar('Building')
    .answer('Building 2', 'Building name', 'Gate house')
    .photo('Building 2', 'Notes', 'Gate')
    .remove('Building 1')
    .expectNames('Building', 'Building')
    .expectAnswer('Building', 'Building name', 'Gate house')
    .expectPhotos('Building', 'Notes', 1)
})

test('hides fields without a value or photo in the report only if empty fields are hidden', () => {
  const { survey } = open(sampleTemplate)
    .answer('Floor', 'Floor name', 'Ground')
    .answer('Floor', 'Wiring', 'Coax')
    .answer('Floor', 'Wiring', '')
    .photo('Floor', 'Riser')
  const rows = (hideEmpty: boolean) =>
    reportOf(survey, { hideEmpty }).sections.flatMap(({ parts }) =>
      parts.flatMap((part) => part.rows.map(({ label }) => label)),
    )
  expect(rows(true)).toEqual(['Floor name', 'Riser'])
  expect(rows(false).length).toBe(sampleTemplate.sections.flatMap(({ fields }) => fields).length)
})

test('accepts only digits in numbers and counts zero as an answer', () => {
  const play = open(strict)
  for (const given of ['e', 'E', '-', '+', ',', '.', '-3', '1.5', '1,000', '2e3'])
    play.expectRefused('Unit', 'Rooms', given, 'not-a-number')
  play.answer('Unit', 'Rooms', '0').expectAnswer('Unit', 'Rooms', '0')
  play.answer('Unit', 'Rooms', '٣').expectAnswer('Unit', 'Rooms', '3')
})
