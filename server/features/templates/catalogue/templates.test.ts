import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { fieldTypes } from '#contract/templates/field-types.ts'
import { library } from '#server/features/custom-forms/library.ts'
import { removeLanguage, textsIn, translationOf } from '#survey/builder/translations.ts'
import { sourceOf } from '#survey/document-to-source.ts'
import { originalTemplateFromWire } from '#survey/from-wire.ts'
import { isSelfContained } from '#survey/logic/self-contained.ts'
import type { Template, TemplateField } from '#survey/template.ts'
import { templateFrom } from '#survey/template-source.ts'
import { open } from '#survey/testing/scenario.ts'
import { untranslated } from '#survey/translate.ts'
import { presentTemplate } from '../present.ts'
import { documents, templates } from './templates.ts'

const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const sections = templates.flatMap((template) => template.sections)
const fields = sections.flatMap((section) => section.fields)
/** The others have tests next to the library. */
const sources = templates.slice(0, 3)
const sourceSections = sources.flatMap((template) => template.sections)

test('the wiring survey has its eight sections in order', () => {
  expect(templates[0]?.sections.map(({ name }) => name)).toEqual([
    'Property Info',
    'Building Information',
    'Midrise or highrise floor info',
    'MDF Info',
    'IDF detail info',
    'Unit Survey',
    'Common Areas',
    'OSP Survey',
  ])
})

test.each(sourceSections)(
  '$name has 8 to 40 fields with names of their own, 2 to 8 of them mandatory',
  (section) => {
    expect(section.fields.length).toBeGreaterThanOrEqual(8)
    expect(section.fields.length).toBeLessThanOrEqual(40)
    expect(new Set(section.fields.map(({ name }) => name)).size).toBe(section.fields.length)
    const mandatory = section.fields.filter((field) => field.mandatory).length
    expect(mandatory).toBeGreaterThanOrEqual(2)
    expect(mandatory).toBeLessThanOrEqual(8)
    expect(section.addSimilar).toBe(section.addSimilarText !== '')
    if (section.copyFromLastFilled) expect(section.addSimilar).toBe(true)
  },
)

test('no section of the wiring survey repeats a condition', () => {
  const own = templates[0]?.sections ?? []
  for (const { name, conditions = [], fields } of own) {
    const written = [...conditions, ...fields].flatMap(({ showIf }) => showIf ?? [])
    expect(written, name).toEqual([...new Set(written)])
  }
  const [idf] = own.filter(({ key }) => key === 'idf-detail-info')
  expect(idf?.fields.filter(({ condition }) => condition === 'IDF present')).toHaveLength(23)
  expect(idf?.fields.filter(({ showIf }) => showIf !== undefined)).toEqual([])
})

test('devices get each condition with its field', () => {
  const [wiring] = templates
  if (!wiring) throw new Error('no template')
  const sent = originalTemplateFromWire(presentTemplate(wiring))
  const idf = sent.sections.find(({ key }) => key === 'idf-detail-info')
  expect(idf).not.toHaveProperty('conditions')
  expect(idf?.fields.filter(({ showIf }) => showIf === "${present} != 'No'")).toHaveLength(23)
  open(sent)
    .answer('IDF detail info', 'IDF present', 'No')
    .expectHidden('IDF detail info', 'Building', 'OTDR test of the fiber', 'OTDR length (ft)')
    .expectShown('IDF detail info', 'IDF notes')
})

test('conditions of repeated sections are self-contained, so that 300 units are as fast as ten', () => {
  const repeated = templates.flatMap((template) =>
    template.sections
      .filter((section) => section.addSimilar && !isSelfContained(template, section))
      .map(({ name }) => `${template.name}: ${name}`),
  )
  expect(repeated).toEqual([])
})

test.each(sourceSections.flatMap((section) => section.fields))(
  '$name says what its type needs, and nothing else',
  (field) => {
    const chooses = ['checkbox', 'radio', 'select'].includes(field.type)
    // A calculation lists the words that it results in.
    expect(field.options.length > 1).toBe(
      chooses || (field.type === 'calculated' && field.options.length > 0),
    )
    expect(new Set(field.options).size).toBe(field.options.length)
    expect(field.dropdownOf !== null).toBe(field.type === 'dynamic_dropdown')
    if (field.adds) expect(field.type).toBe('text')
    if (field.dictation) expect(['text', 'long_text']).toContain(field.type)
    expect(field.calculation !== undefined).toBe(field.type === 'calculated')
    expect(field.type === 'note').toBe(field.hint !== undefined && field.name === 'Before you begin')
  },
)

test('measurements may have fractions; counts may not', () => {
  const [wiring] = templates
  const own = wiring?.sections.flatMap((section) => section.fields) ?? []
  const measures = own.filter(({ name }) => /\((?:sq ft|ft|dB)\)/.test(name))
  expect(measures.length).toBeGreaterThan(10)
  expect(measures.filter(({ type, min }) => type !== 'decimal' || min !== 0)).toEqual([])
  const counts = own.filter(({ name }) => /^Number of|^Units /.test(name))
  expect(counts.filter(({ type }) => type !== 'numeric')).toEqual([])
})

test('a surveyor measures a ceiling of 8.5 ft', () => {
  const [wiring] = templates
  if (!wiring) throw new Error('no template')
  open(wiring)
    .type('en-US', 'Midrise or highrise floor info', 'Corridor ceiling height (ft)', '8.5')
    .expectAnswer('Midrise or highrise floor info', 'Corridor ceiling height (ft)', '8.5')
})

test('every id is a UUID version 7 and used once', () => {
  const ids = [...templates, ...sections, ...fields].map(({ id }) => id)
  expect(ids.filter((id) => !uuidV7.test(id))).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
  expect(templates.every(({ series }) => uuidV7.test(series))).toBe(true)
})

test('every field type of the specification and every flag is in use in both templates', () => {
  const [wiring, inspection] = templates
  for (const [template, more] of [
    [wiring, ['decimal', 'date', 'position', 'signature', 'photo']],
    [
      inspection,
      fieldTypes.filter(
        (type) => !['position', 'barcode', 'date_time', 'time', 'rating', 'video'].includes(type),
      ),
    ],
  ] as const) {
    if (!template) throw new Error('no template')
    const own = template.sections.flatMap((section) => section.fields)
    expect(new Set(own.map(({ type }) => type))).toEqual(new Set([...fieldTypes.slice(0, 6), ...more]))
    const uses = (flag: (field: TemplateField) => boolean) => expect(own.some(flag)).toBe(true)
    uses(({ mandatory }) => mandatory)
    uses(({ dictation }) => dictation)
    uses(({ media }) => media)
    for (const of of ['Building', 'Floor'] as const) {
      uses(({ dropdownOf }) => dropdownOf === of)
      uses(({ adds }) => adds === of)
    }
    expect(template.sections.some(({ addSimilar }) => addSimilar)).toBe(true)
    expect(template.sections.some(({ copyFromLastFilled }) => copyFromLastFilled)).toBe(true)
  }
})

test('the acceptance of closets has every further type, with units, ranges, conditions, rules and totals', () => {
  const [, , acceptance] = templates
  const own = acceptance?.sections.flatMap((section) => section.fields) ?? []
  const types = new Set(own.map(({ type }) => type))
  expect(fieldTypes.filter((type) => !types.has(type))).toEqual([])
  for (const says of ['unit', 'min', 'max', 'showIf', 'constraint', 'calculation', 'hint'] as const)
    expect(own.filter((field) => field[says] !== undefined).length).toBeGreaterThan(1)
})

test('a surveyor accepts two closets and a fiber link', () => {
  const [, , acceptance] = templates
  if (!acceptance) throw new Error('no template')
  open(acceptance)
    .fillMandatory()
    .answer('Telecom closet', 'Length', '10.5')
    .answer('Telecom closet', 'Width', '8')
    .expectAnswer('Telecom closet', 'Area', '84 ft²')
    .addSimilar('Telecom closet')
    .copyFromLast('Telecom closet')
    .expectMissing('Telecom closet 2: Closet photos')
    .fillMandatory('Telecom closet')
    .expectPhotos('Telecom closet 2', 'Closet photos', 2)
    .answer('Telecom closet 2', 'Width', '10')
    .expectAnswer('Acceptance', 'Closets', '2')
    .expectAnswer('Acceptance', 'Area of all closets', '189 ft²')
    .answer('Fiber link', 'Fiber type', 'OM4')
    .answer('Fiber link', 'Test wavelength', '850 nm')
    .answer('Fiber link', 'Length of the link', '900')
    .answer('Fiber link', 'Connector pairs', '2')
    .answer('Fiber link', 'Measured loss, A to B', '2.1')
    .expectAnswer('Fiber link', 'Allowed loss', '2.32 dB')
    .expectAnswer('Fiber link', 'Loss test', 'Pass')
    .expectAnswer('Acceptance', 'Smallest margin of all links', '0.22 dB')
    .answer('Acceptance', 'Work accepted', 'No', 'The label is missing')
    .expectAnswer('Acceptance', 'Work accepted', 'No: The label is missing')
    .expectMissing('Acceptance: Punch list')
    .answer('Acceptance', 'Work accepted', 'Yes')
    .submit()
})

test('defect fields appear only for defects', () => {
  const [, inspection] = templates
  if (!inspection) throw new Error('no template')
  const damage = ['Building exterior', 'Damage found'] as const
  const where = ['Building exterior', 'Damage location and description'] as const
  open(inspection)
    .fillMandatory()
    .expectHidden(...where)
    .answer(...damage, 'None')
    .expectHidden(...where)
    .answer(...damage, 'Cracks')
    .expectShown(...where)
    .answer(
      'Building exterior',
      'Positive drainage away from the building',
      'No',
      'The yard slopes to the wall',
    )
    .addSimilar('Building exterior')
    .fillMandatory()
    .expectAnswer('Safety and result', 'Buildings inspected', '2')
    .submit()
})

test.each(sources)('$name begins without an answer', (template) => {
  open(template).expectProgress('0% completed')
})

test.each(templates)('$name can be filled and submitted', (template) => {
  // The second pass fills fields that the first answers made mandatory.
  open(template).fillMandatory().fillMandatory().expectProgress('100% completed').submit()
})

test('a surveyor describes two buildings, their floors and units', () => {
  const [wiring] = templates
  if (!wiring) throw new Error('no template')
  open(wiring)
    .answer('Building Information', 'Building name or number', 'Tower A')
    .fillMandatory('Building Information')
    .addSimilar('Building Information')
    .answer('Building Information 2', 'Building name or number', 'Tower B')
    .answer('Midrise or highrise floor info', 'Floor name or number', '12')
    .expectOptions('Building', 'Tower A', 'Tower B')
    .expectOptions('Floor', '12')
    .fillMandatory('Unit Survey')
    .answer('Unit Survey', 'Unit number', '1201')
    .addSimilar('Unit Survey')
    .expectNames('Unit Survey', 'Unit Survey 1', 'Unit Survey 2')
    .copyFromLast('Unit Survey')
    .expectAnswer('Unit Survey 2', 'Unit number', '1201')
})

test('hides further fields of a missing IDF, floor closet or media panel', () => {
  const [wiring] = templates
  if (!wiring) throw new Error('no template')
  const idf = 'IDF detail info'
  open(wiring)
    .expectShown(idf, 'Building', 'Type of enclosure', 'IDF notes')
    .fillMandatory()
    .answer(idf, 'Building', '')
    .expectMissing(`${idf}: Building`)
    .answer(idf, 'IDF present', 'No')
    .expectHidden(idf, 'Building', 'Floor', 'Type of enclosure', 'Equipment in place')
    .expectShown(idf, 'IDF present', 'IDF notes')
    .answer('Midrise or highrise floor info', 'Telecom closet on this floor', 'No')
    .expectHidden('Midrise or highrise floor info', 'Closet location and size', 'Power in the closet')
    .answer('Unit Survey', 'Media panel', 'No')
    .expectHidden('Unit Survey', 'Panel location and size', 'Power in the panel')
    .expectMissing()
    .submit()
})

test('the only building is preselected with a part’s first answer, but not after a choice', () => {
  const [wiring] = templates
  if (!wiring) throw new Error('no template')
  const unit = 'Unit Survey'
  const one = open(wiring).answer('Building Information', 'Building name or number', 'Tower A')
  one.expectAnswer(unit, 'Building', '').expectOnly('Building', unit, 'Tower A')
  one.answer(unit, 'Building', 'Tower A').expectOnly('Building', unit, '')
  one.answer(unit, 'Building', '').expectOnly('Building', unit, '')
  const two = open(wiring)
    .answer('Building Information', 'Building name or number', 'Tower A')
    .fillMandatory('Building Information')
    .addSimilar('Building Information')
    .answer('Building Information 2', 'Building name or number', 'Tower B')
  two.expectOnly('Building', unit, '')
  open(wiring).expectOnly('Building', unit, '')
})

/** Installed surveys hang on a version's ids and order. When this fails, raise `version`, then note the new print. */
test('a version that was released stays as it is', () => {
  const prints = templates.map((template) => [template.name, template.version, fingerprint(template)])
  expect(prints).toEqual([
    ['Property and wiring survey', 6, 'a5a7e4c0a9937c85'],
    ['General property inspection', 4, '21cf499156020657'],
    ['Telecom closet acceptance', 5, '2babb8655ca74696'],
    ['Move-in / move-out inspection', 2, '444ae47102c880c3'],
    ['Fire safety walk', 3, '90f36ba11d950456'],
    ['Roof inspection', 3, '3494d143db05bd1f'],
    ['Small-cell site survey', 3, '41b13804843ae7c9'],
    ['Elevator room survey', 3, '515e1b0013fc623f'],
    ['Punch list', 3, 'edea8b7bbf6973a0'],
  ])
})

function fingerprint(template: Template): string {
  return createHash('sha256')
    .update(JSON.stringify(untranslated(template), withSortedKeys))
    .digest('hex')
    .slice(0, 16)
}

/** The order of an object's keys has no meaning. */
function withSortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

describe('in Spanish', () => {
  test('every text of every template that ships', () => {
    for (const { document } of library) {
      const texts = textsIn(document)
      const missing = texts.filter((text) => translationOf(document, text, 'es') === '')
      // Texts that are equal in both languages: 'MDF', '1/2"'.
      for (const { text } of missing)
        expect(text).toMatch(
          /^(?:[A-Z\d][A-Z\d /".,½-]*|Cat \d[eA]?|OS1a|\d+ nm|Wi-Fi|Hotel|Nuclear|General|Gas|Inspector|No|Final|Internet)$/,
        )
    }
  })

  test('the same words mean the same in every template', () => {
    const found = new Map<string, Set<string>>()
    for (const { document } of library)
      for (const text of textsIn(document))
        found.set(text.text, (found.get(text.text) ?? new Set()).add(translationOf(document, text, 'es')))
    expect([...found].filter(([, words]) => words.size > 1)).toEqual([])
  })

  test('translations change no ids, keys or fields', () => {
    const [wiring] = templates
    const document = documents.get(wiring?.series ?? '')
    if (!wiring || !document) throw new Error('no template')
    const plain = templateFrom(sourceOf(removeLanguage(document, 'es'), wiring.series, wiring.version))
    expect(wiring.sections.map(({ id, name }) => [id, name])).toEqual(
      plain.sections.map(({ id, name }) => [id, name]),
    )
    for (const [index, section] of plain.sections.entries())
      expect(wiring.sections[index]?.fields.map(({ translations: _, ...field }) => field)).toEqual(
        section.fields,
      )
  })
})
