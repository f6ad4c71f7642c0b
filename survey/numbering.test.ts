import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { setAnswer } from './edit/answer.ts'
import { reportOf } from './report.ts'
import { searchFields } from './search.ts'
import { jumpTargets } from './search-sections.ts'
import { templateFrom } from './template-source.ts'
import { sampleTemplate } from './testing/sample-template.ts'
import { open, type Scenario } from './testing/scenario.ts'

test('a part is named by its identity, by its place only without one', () => {
  floors('107', '108')
    .expectCalled('Floor', '107', '108')
    .expectNames('Floor', 'Floor 1', 'Floor 2')
    .answer('Floor 2', 'Floor name', '')
    .expectCalled('Floor', '107', 'Floor 2')
    .answer('Floor 2', 'Floor name', ' B\twest ')
    .expectCalled('Floor', '107', 'B west')
})

test('deleting a part renames no other, down to the last one', () => {
  floors('203', '204', '205')
    .remove('Floor 1')
    .expectCalled('Floor', '204', '205')
    .expectNames('Floor', 'Floor 1', 'Floor 2')
    .remove('Floor 1')
    .expectCalled('Floor', '205')
    .expectNames('Floor', 'Floor')
})

test('a section that cannot repeat is named by itself', () => {
  open(sampleTemplate).answer('MDF Info', 'Room location', 'Basement').expectCalled('MDF Info', 'MDF Info')
})

test('repeated identities are counted', () => {
  floors('107', '107', '108', '107').expectCalled('Floor', '107', '107 (2)', '108', '107 (3)')
})

test('the building is named where the same number is in two of them, and nowhere else', () => {
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

test('a title that the surveyor gave stands in place of it', () => {
  const { survey } = floors('107', '108')
  const [, part] = survey.sections[1]?.subSections ?? []
  const at = '2026-05-01T10:00:00Z'
  const titled = setAnswer(survey, part?.id ?? '', part?.title.id ?? '', { value: 'Attic', at })
  expect(headings(titled)).toEqual(['107', 'Attic'])
})

test('a name is no longer than a title may be', () => {
  const { survey } = floors('107', 'x'.repeat(500))
  const [, long = ''] = headings(survey)
  expect(long).toHaveLength(limits.titleMax)
  expect(long).toMatch(/x…$/)
})

test('the report, its plans, the jump and the search say the same', () => {
  const { survey } = floors('107', '108').answer('Floor 2', 'Access', 'Locked')
  expect(headings(survey)).toEqual(['107', '108'])
  expect(jumpTargets(survey, '108').map(({ name }) => name)).toEqual(['108'])
  expect(searchFields(survey, 'locked').hits.map(({ name }) => name)).toEqual(['Access (in 108 · Floor)'])
})

test('guests do not read in a name what is kept from them', () => {
  const play = open(codes).answer('Door', 'Code', '4711').addAnyway('Door').answer('Door 2', 'Code', '0815')
  expect(headings(play.survey, 0, { forGuests: true })).toEqual(['Door 1', 'Door 2'])
  expect(headings(play.survey, 0, { showInternal: true })).toEqual(['4711', '0815'])
})

/** A floor for each name. */
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
