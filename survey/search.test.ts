import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from '#contract/rules/fold.ts'
import { setAnswer } from './edit/change.ts'
import { deriveId } from './ids.ts'
import { findByLabel, searchFields } from './search.ts'
import { hasWords, jumpTargets, partTargetsIn, searchSections } from './search-sections.ts'
import { emptySubSection, newSurvey, type Survey } from './survey.ts'
import { templateFrom } from './template-source.ts'
import { sampleTemplate } from './testing/sample-template.ts'
import { open } from './testing/scenario.ts'

const at = '2026-05-01T10:00:00.000Z'

function small(): Survey {
  const { survey } = open(sampleTemplate)
    .answer('Building', 'Building name', 'Café Tower')
    .answer('Building', 'Units', '40')
    .addSimilar('Building')
  return titled(survey, 'Building', 1, 'Gate\nhouse (in the yard)')
}

function titled(survey: Survey, section: string, index: number, title: string): Survey {
  const part = survey.sections.find(({ definition }) => definition.name === section)?.subSections[index]
  if (!part) throw new Error(`No ${section} ${index}`)
  return setAnswer(survey, part.id, part.title.id, { value: title, at })
}

const found = (survey: Survey, query: string) => searchFields(survey, query).hits.map(({ name }) => name)

test('finds sections by name and title', () => {
  const names = (query: string) => searchSections(small(), query).map(({ name }) => name)
  expect(names('building')).toEqual(['Café Tower', 'Gate house (in the yard)'])
  expect(names('gate HOUSE')).toEqual(['Gate house (in the yard)'])
  expect(names('').length).toBe(4)
})

test('jumps to sections, and to matching sub-sections', () => {
  const names = (query: string) => jumpTargets(small(), query).map(({ name }) => name)
  expect(names(' ')).toEqual(['Building', 'Floor', 'MDF Info'])
  expect(names('build')).toEqual(['Building', 'Café Tower', 'Gate house (in the yard)'])
  expect(names('building gate')).toEqual(['Gate house (in the yard)'])
  expect(names('nowhere')).toEqual([])
})

test('ranks an exact unit number before longer ones', () => {
  const play = ['1203', '2031', '203', '204'].reduce(
    (now, name, index) =>
      (index > 0 ? now.addAnyway('Floor') : now).answer(
        `Floor${index > 0 ? ` ${index + 1}` : ''}`,
        'Floor name',
        name,
      ),
    open(sampleTemplate),
  )
  const targets = (query: string) => jumpTargets(play.survey, query).map(({ name, within }) => [name, within])
  expect(targets('203')).toEqual([
    ['203', 'Floor'],
    ['2031', 'Floor'],
    ['1203', 'Floor'],
  ])
  expect(targets('floor 204')).toEqual([['204', 'Floor']])
  const names = (query: string) => partTargetsIn(play.section('Floor'), query).map(({ name }) => name)
  expect(names('')).toEqual(['1203', '2031', '203', '204'])
  expect(names('20')).toEqual(['2031', '203', '204', '1203'])
  const unnamed = play.answer('Floor 4', 'Floor name', '')
  expect(jumpTargets(unnamed.survey, 'floor 4').map(({ name, within }) => [name, within])).toEqual([
    ['Floor 4', ''],
  ])
})

test('matches all words in any order, ignoring case and accents', () => {
  expect(hasWords('4B · Unit Survey', ' 4b  unit ')).toBe(true)
  expect(hasWords('Café', 'cafe')).toBe(true)
  expect(hasWords('Café', '')).toBe(true)
  expect(hasWords('Unit Survey 12', 'unit 3')).toBe(false)
})

test('finds fields by name and answer, ignoring case and accents', () => {
  const survey = small()
  expect(found(survey, 'cafe')).toEqual(['Building name (in Café Tower · Building)'])
  expect(found(survey, 'ROOM LOC')).toEqual(['Room location (in MDF Info)'])
  expect(found(survey, ' ')).toEqual([])
  expect(found(survey, 'nothing of the kind')).toEqual([])
})

test.each([
  ["o'neil", 'O’Neil & Sons'],
  ['“O’Neil”', '"O\'Neil"'],
  ['kadikoy', 'Kadıköy'],
  ['mdf - east', 'MDF – East'],
  ['scupper', 'scu\u200bp\u00adper\ufeff'],
  ['zalgo', 'Zalgø'],
  ['1/2"', '½″'],
])('finds by %s the answer %s', (query, value) => {
  const survey = small()
  const place = survey.sections[2]?.subSections[0]
  const answer = place?.answers[0]
  if (!place || !answer) throw new Error('no field')
  expect(found(setAnswer(survey, place.id, answer.id, { value, at }), query)).toEqual([
    'Room location (in MDF Info)',
  ])
})

test("finds a title by its text, not by the word 'title'", () => {
  expect(found(small(), 'gate')).toEqual(['Title (in Gate house (in the yard) · Building)'])
  expect(found(small(), 'title')).toEqual([])
})

test('finds a field by the label already in the box', () => {
  const survey = small()
  for (const query of ['Units (in Building 2', 'Units (in Gate house (in the yard) · Building)'])
    expect(found(survey, query)).toEqual(['Units (in Gate house (in the yard) · Building)'])
})

test('finds a title by its label', () => {
  const label = 'Title (in Gate house (in the yard) · Building)'
  expect(found(small(), label)).toEqual([label])
})

test('counts all hits and returns at most the cap', () => {
  const { hits, total } = searchFields(small(), 'building', 2)
  expect([hits.length, total]).toEqual([2, 3])
})

test.each([
  ['Room location', 'Room location (in MDF Info)'],
  ['room location (in mdf info)', 'Room location (in MDF Info)'],
  ['Units (in Building 2)', 'Units (in Gate house (in the yard) · Building)'],
  ['Units (in Gate house (in the yard) · Building)', 'Units (in Gate house (in the yard) · Building)'],
  ['Units (in Building 2 · Gate house (in the yard))', 'Units (in Gate house (in the yard) · Building)'],
  ['Units (in Building)', 'Units (in Café Tower · Building)'],
  ['Building', 'Building (in Floor)'],
])("resolves '%s' to '%s'", (text, name) => {
  expect(findByLabel(small(), text)?.name).toBe(name)
})

test.each(['', ' (in ', 'Units (in Building 3)', 'Units (in Floor)', ')', 'Uni', '(in Building 1)'])(
  "resolves '%s' to no field",
  (text) => {
    expect(findByLabel(small(), text)).toBeNull()
  },
)

test('resolves names that contain label syntax', () => {
  const template = templateFrom({
    series: '019b0000-0000-7000-8000-000000000077',
    name: 'Odd names',
    version: 1,
    sections: [
      {
        key: 'a',
        name: 'Rooms (in use)',
        addSimilarText: 'Add',
        fields: [{ key: 'l', name: 'Light (in lux)', type: 'text' }],
      },
    ],
  })
  const { survey } = open(template)
  const [label = ''] = found(survey, 'light')
  expect(label).toBe('Light (in lux) (in Rooms (in use))')
  expect(findByLabel(survey, label)?.name).toBe(label)
  expect(findByLabel(survey, 'Light (in lux)')?.name).toBe(label)
})

test('resolves every label to its own field', () => {
  const survey = small()
  const { hits } = searchFields(survey, 'i')
  expect(hits.length).toBeGreaterThan(5)
  for (const hit of hits) expect(findByLabel(survey, hit.name)?.answer).toBe(hit.answer)
})

test('does not find hidden answers', () => {
  const survey = small()
  const [building, ...others] = survey.sections
  if (!building) throw new Error('no section')
  const hide = survey.sections[0]?.subSections.map((part) => ({
    ...part,
    answers: part.answers.map((answer) => ({ ...answer, hidden: true })),
  }))
  const hiding = { ...survey, sections: [{ ...building, subSections: hide ?? [] }, ...others] }
  expect(found(hiding, 'cafe')).toEqual([])
  expect(found(hiding, 'units')).toEqual([])
  expect(findByLabel(hiding, 'Units')).toBeNull()
})

const anyText = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ unit: 'grapheme' }))

test('folds idempotently and keeps substrings', () => {
  fc.assert(
    fc.property(anyText, anyText, anyText, (before, part, after) => {
      expect(fold(fold(part))).toBe(fold(part))
      expect(fold(before + part + after)).toContain(fold(part))
    }),
  )
})

test('finds an answer in any script by any part of it', () => {
  const empty = small()
  fc.assert(
    fc.property(anyText, anyText, anyText, (before, part, after) => {
      fc.pre(fold(part) !== '')
      const place = empty.sections[2]?.subSections[0]
      const answer = place?.answers[0]
      if (!place || !answer) throw new Error('no field')
      const survey = setAnswer(empty, place.id, answer.id, { value: before + part + after, at })
      // Control characters are not stored, so they cannot be found.
      fc.pre(survey.sections[2]?.subSections[0]?.answers[0]?.value === before + part + after)
      expect(found(survey, part)).toContain('Room location (in MDF Info)')
    }),
  )
})

test('never throws for any text', () => {
  const survey = small()
  fc.assert(
    fc.property(
      fc.oneof(anyText, fc.string({ unit: fc.constantFrom('(', ')', ' ', 'in', 'a', '·') })),
      (text) => {
        searchFields(survey, text)
        findByLabel(survey, text)
        jumpTargets(survey, text)
        searchSections(survey, text)
      },
    ),
  )
})

test('finds fields among three hundred sub-sections', () => {
  const started = newSurvey(sampleTemplate, {
    id: deriveId('0190', 'many'),
    name: '',
    owner: '',
    createdBy: '',
    at,
  })
  const [building, ...others] = started.sections
  if (!building) throw new Error('no section')
  const parts = Array.from({ length: 300 }, (_, index) =>
    emptySubSection(deriveId(building.id, String(index)), building.definition),
  )
  const many = { ...started, sections: [{ ...building, subSections: parts }, ...others] }
  const last = parts[299]
  const notes = last?.answers[2]
  const survey = setAnswer(many, last?.id ?? '', notes?.id ?? '', { value: 'needle', at })
  expect(found(survey, 'needle')).toEqual(['Notes (in Building 300)'])
  expect(searchFields(survey, 'units', 50)).toMatchObject({ total: 300 })
})
