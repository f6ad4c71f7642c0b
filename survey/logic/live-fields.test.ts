import { expect, test } from 'vitest'
import { countedFields, mandatoryShare } from '../progress.ts'
import { searchFields } from '../search.ts'
import type { FieldSource, SectionSource } from '../template-source.ts'
import { draftOf, templateFrom } from '../template-source.ts'
import { open } from '../testing/scenario.ts'
import { forReader } from '../translate.ts'
import { violationsIn } from '../violations.ts'
import { checkLogic } from './check.ts'
import { logicOf } from './template-logic.ts'

const series = '019b0000-0000-7000-8000-000000000077'

const site: SectionSource = {
  key: 'site',
  name: 'Site',
  fields: [
    { key: 'name', name: 'Building', type: 'text' },
    {
      key: 'built',
      name: 'When was ${name} built?',
      type: 'numeric',
      hint: 'Of **${name}**, not of its annex',
    },
    {
      key: 'kind',
      name: 'Kind of ${ name }',
      type: 'radio',
      options: [
        { label: 'Home', value: 'h' },
        { label: 'Part of ${name}', value: 'p' },
      ],
    },
    { key: 'other', name: 'Other', type: 'text', requiredIf: "${kind} = 'h'" },
  ],
}

const units: SectionSource = {
  key: 'unit',
  name: 'Unit',
  addSimilarText: 'Add unit',
  fields: [
    { key: 'number', name: 'Number', type: 'text' },
    { key: 'rooms', name: 'Rooms of ${number} in ${name}', type: 'numeric' },
    { key: 'why', name: 'Why', type: 'text', requiredIf: '${rooms} > 9' },
  ],
}

function templateOf(...sections: readonly SectionSource[]) {
  return templateFrom({ series, name: 'Live', version: 1, sections })
}

const fieldOf = (scenario: ReturnType<typeof open>, where: string, index: number) =>
  scenario.section(where).subSections[0]?.answers[index]?.field

function fill(scenario: ReturnType<typeof open>, where: string, given: Readonly<Record<string, string>>) {
  for (const [field, value] of Object.entries(given)) scenario.answer(where, field, value)
  return scenario
}

test('shows the current answer in a label, and nothing without an answer', () => {
  const scenario = open(templateOf(site, units))
  expect(fieldOf(scenario, 'Site', 1)?.name).toBe('When was built?')
  fill(scenario, 'Site', { Building: 'Hill House' })
  expect(fieldOf(scenario, 'Site', 1)).toMatchObject({
    name: 'When was Hill House built?',
    hint: 'Of Hill House, not of its annex',
    formatted: {
      hint: [{ text: 'Of ' }, { text: 'Hill House', bold: true }, { text: ', not of its annex' }],
    },
  })
  expect(fieldOf(scenario, 'Site', 2)?.optionLabels).toEqual(['Home', 'Part of Hill House'])
  expect(searchFields(scenario.survey, 'was hill house').hits.map(({ name }) => name)).toEqual([
    'When was Hill House built? (in Site)',
  ])
})

test('shows the current label of a chosen option, including an answer inside that label', () => {
  const fields: SectionSource['fields'] = [
    { key: 'about', name: 'About ${kind}', type: 'text' },
    { key: 'kind', name: 'Kind', type: 'radio', options: [{ label: 'Part of ${name}', value: 'p' }] },
    { key: 'name', name: 'Building', type: 'text' },
  ]
  const scenario = open(templateOf({ key: 'site', name: 'Site', fields }))
  const option = scenario.survey.template.sections[0]?.fields[1]?.options[0] ?? ''
  fill(scenario, 'Site', { Kind: option, Building: 'Hill House' })
  expect(fieldOf(scenario, 'Site', 0)?.name).toBe('About Part of Hill House')
  fill(scenario, 'Site', { Building: 'Ridge Road' })
  expect(fieldOf(scenario, 'Site', 0)?.name).toBe('About Part of Ridge Road')
})

test("shows each part's own answers in its labels", () => {
  const scenario = fill(open(templateOf(site, units)), 'Site', { Building: 'Hill House' }).addSimilar('Unit')
  fill(scenario, 'Unit 1', { Number: '4B' })
  const names = scenario.section('Unit').subSections.map(({ answers }) => answers[1]?.field.name)
  expect(names).toEqual(['Rooms of 4B in Hill House', 'Rooms of in Hill House'])
})

test('shows markup in an answer as plain text', () => {
  const scenario = fill(open(templateOf(site)), 'Site', { Building: '<b>a</b> **b** ${kind} [x](http://y)' })
  expect(fieldOf(scenario, 'Site', 1)?.name).toBe('When was <b>a</b> **b** ${kind} [x](http://y) built?')
  expect(fieldOf(scenario, 'Site', 1)?.formatted?.hint?.[1]).toEqual({
    text: '<b>a</b> **b** ${kind} [x](http://y)',
    bold: true,
  })
})

test('keeps the identity of fields whose labels did not change', () => {
  const scenario = fill(open(templateOf(site, units)).addSimilar('Unit'), 'Unit 1', { Number: '4B' })
  const before = scenario.section('Unit').subSections
  fill(scenario, 'Unit 2', { Number: '5' })
  const after = scenario.section('Unit').subSections
  expect(after[0]).toBe(before[0])
  expect(after[1]?.answers[2]).toBe(before[1]?.answers[2])
  expect(after[1]?.answers[1]).not.toBe(before[1]?.answers[1])
})

test('treats an escaped reference as text and fills answers into translated labels', () => {
  const fields: FieldSource[] = [
    { key: 'a', name: 'A', type: 'text' },
    {
      key: 'b',
      name: 'Price in \\${a} of ${a}',
      type: 'text',
      translations: { es: { name: '¿Cuánto cuesta ${a}?' } },
    },
  ]
  const template = templateFrom({
    series,
    name: 'T',
    version: 1,
    languages: ['es'],
    sections: [{ key: 's', name: 'S', fields }],
  })
  expect(fieldOf(fill(open(template), 'S', { A: '5' }), 'S', 1)?.name).toBe('Price in ${a} of 5')
  const spanish = forReader(template, ['es'])
  expect(fieldOf(fill(open(spanish), 'S', { A: '5' }), 'S', 1)?.name).toBe('¿Cuánto cuesta 5?')
})

test('turns HTML and Markdown in a label into formatting', () => {
  const name =
    '<p style="color:red">Is the <b>riser</b> &amp; room *locked*?<br>See <a href="https://x.y/z">plan</a></p>'
  const scenario = open(templateOf({ key: 's', name: 'S', fields: [{ key: 'a', name, type: 'text' }] }))
  expect(fieldOf(scenario, 'S', 0)).toMatchObject({
    name: 'Is the riser & room locked? See plan',
    formatted: {
      name: [
        { text: 'Is the ' },
        { text: 'riser', bold: true },
        { text: ' & room ' },
        { text: 'locked', italic: true },
        { text: '?\nSee ' },
        { text: 'plan', link: 'https://x.y/z' },
      ],
    },
  })
})

test('requires a field while its condition is true, in submitting, counts and progress', () => {
  const scenario = open(templateOf(site, units))
  expect(mandatoryShare(scenario.survey)).toEqual({ filled: 0, total: 0 })
  fill(scenario, 'Site', { 'Kind of': 'Home' })
  expect(mandatoryShare(scenario.survey)).toEqual({ filled: 0, total: 1 })
  expect(() => scenario.submit()).toThrow('Other')
  fill(scenario, 'Site', { Other: 'x' })
  expect(mandatoryShare(scenario.survey)).toEqual({ filled: 1, total: 1 })
  scenario.submit()
  fill(scenario.reopen(), 'Unit', { 'Rooms of in': '10' })
  expect(() => scenario.submit()).toThrow('Why')
  expect(violationsIn(scenario.survey)).toEqual([])
})

test('treats the inputs of a required-if rule like those of a condition', () => {
  const template = templateOf(site, units)
  const { hides, mayHide, selfContained } = logicOf(template)
  const [own, repeated] = template.sections
  expect(hides).toBe(true)
  expect([...mayHide].sort()).toEqual(
    [own?.fields[2], own?.fields[3], repeated?.fields[1], repeated?.fields[2]]
      .map((field) => field?.id)
      .sort(),
  )
  expect([...selfContained]).toEqual([0, 1])
  expect(template.sections.flatMap(({ fields }) => fields).filter(countedFields(template))).toEqual([])
})

test('reports an unknown key in a label before publishing', () => {
  const draft = draftOf({
    series,
    name: 'T',
    version: 1,
    sections: [{ key: 's', name: 'S', fields: [{ key: 'a', name: 'About ${nobody}', type: 'text' }] }],
  })
  expect(checkLogic(draft)).toMatchObject([{ purpose: 'name', code: 'unknownKey', piece: 'nobody' }])
})

test('reports an unknown or ambiguous key in an option label before publishing', () => {
  const section = (key: string, name: string) => ({
    key,
    name,
    fields: [{ key: 'floor', name: 'Floor', type: 'text' as const }],
  })
  const options = ['Lobby', { id: 'x', label: 'Floor ${nobody}' }, { id: 'y', label: 'On ${floor}' }]
  const asking = {
    key: 's',
    name: 'S',
    fields: [{ key: 'where', name: 'Where', type: 'radio' as const, options }],
  }
  const draft = draftOf({
    series,
    name: 'T',
    version: 1,
    sections: [section('a', 'A'), section('b', 'B'), asking],
  })
  expect(checkLogic(draft)).toMatchObject([
    { purpose: 'options', code: 'unknownKey', piece: 'nobody', position: 8 },
    { purpose: 'options', code: 'ambiguousKey', piece: 'floor', position: 5 },
  ])
})
