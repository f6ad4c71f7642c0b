import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { setAnswer } from './edit/change.ts'
import { reportOf } from './report.ts'
import { searchFields } from './search.ts'
import { jumpTargets } from './search-sections.ts'
import { templateFrom } from './template-source.ts'
import { sampleTemplate } from './testing/sample-template.ts'
import { open, type Scenario } from './testing/scenario.ts'

test('names a part by its identity, or by its number without one', () => {
  floors('107', '108')
    .expectCalled('Floor', '107', '108')
    .expectNames('Floor', 'Floor 1', 'Floor 2')
    .answer('Floor 2', 'Floor name', '')
    .expectCalled('Floor', '107', 'Floor 2')
    .answer('Floor 2', 'Floor name', ' B\twest ')
    .expectCalled('Floor', '107', 'B west')
})

test('renames no other part when one is deleted', () => {
  floors('203', '204', '205')
    .remove('Floor 1')
    .expectCalled('Floor', '204', '205')
    .expectNames('Floor', 'Floor 1', 'Floor 2')
    .remove('Floor 1')
    .expectCalled('Floor', '205')
    .expectNames('Floor', 'Floor')
})

test('names a part of a non-repeating section by the section', () => {
  open(sampleTemplate).answer('MDF Info', 'Room location', 'Basement').expectCalled('MDF Info', 'MDF Info')
})

test('numbers duplicate identities', () => {
  floors('107', '107', '108', '107').expectCalled('Floor', '107', '107 (2)', '108', '107 (3)')
})

test('adds the building only if the same number exists in several', () => {
  floors('107', '107', '108')
    .answer('Floor 1', 'Building', 'Tower A')
    .answer('Floor 2', 'Building', 'Tower A')
    .answer('Floor 3', 'Building', 'Tower B')
    .expectCalled('Floor', '107', '107 (2)', '108')
    .answer('Floor 2', 'Building', 'Tower B')
    .expectCalled('Floor', 'Tower A, 107', 'Tower B, 107', '108')
    .answer('Floor 2', 'Floor name', '')
    .expectCalled('Floor', '107', 'Floor 2', '108')
})

test('prefers a title to the identity', () => {
  const { survey } = floors('107', '108')
  const [, part] = survey.sections[1]?.subSections ?? []
  const at = '2026-05-01T10:00:00Z'
  const titled = setAnswer(survey, part?.id ?? '', part?.title.id ?? '', { value: 'Attic', at })
  expect(headings(titled)).toEqual(['107', 'Attic'])
})

test('cuts a name at the maximum title length', () => {
  const { survey } = floors('107', 'x'.repeat(500))
  const [, long = ''] = headings(survey)
  expect(long).toHaveLength(limits.titleMax)
  expect(long).toMatch(/x…$/)
})

test('uses the same names in the report, the jump box and the search', () => {
  const { survey } = floors('107', '108').answer('Floor 2', 'Access', 'Locked')
  expect(headings(survey)).toEqual(['107', '108'])
  expect(jumpTargets(survey, '108').map(({ name }) => name)).toEqual(['108'])
  expect(searchFields(survey, 'locked').hits.map(({ name }) => name)).toEqual(['Access (in 108 · Floor)'])
})

test('does not reveal internal answers in names for guests', () => {
  const play = open(codes).answer('Door', 'Code', '4711').addAnyway('Door').answer('Door 2', 'Code', '0815')
  expect(headings(play.survey, 0, { forGuests: true })).toEqual(['Door 1', 'Door 2'])
  expect(headings(play.survey, 0, { showInternal: true })).toEqual(['4711', '0815'])
})

/** Adds a floor for each name. */
function floors(...names: readonly string[]): Scenario {
  const play = names.slice(1).reduce((now) => now.addAnyway('Floor'), open(sampleTemplate))
  return names.reduce((now, name, index) => now.answer(`Floor ${index + 1}`, 'Floor name', name), play)
}

function headings(survey: Scenario['survey'], section = 1, options: Parameters<typeof reportOf>[1] = {}) {
  return reportOf(survey, options).sections[section]?.parts.map(({ heading }) => heading ?? '') ?? []
}

const codes = templateFrom({
  series: '019b0000-0000-7000-8000-000000000078',
  name: 'Doors',
  version: 1,
  sections: [
    {
      key: 'door',
      name: 'Door',
      addSimilarText: 'Add another door',
      fields: [
        { key: 'code', name: 'Code', type: 'text', mandatory: true, internal: true },
        { key: 'lock', name: 'Lock', type: 'text' },
      ],
    },
  ],
})
