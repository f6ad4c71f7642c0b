import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addSimilar } from '../edit/add-similar.ts'
import { setAnswer } from '../edit/change.ts'
import { fixedId } from '../ids.ts'
import type { Survey } from '../survey.ts'
import { type FieldSource, type SectionSource, templateFrom } from '../template-source.ts'
import { open } from '../testing/scenario.ts'
import { violationsIn } from '../violations.ts'
import { earlierLines } from './earlier-lines.ts'
import { moveSurvey } from './move.ts'
import { movePlan } from './move-plan.ts'
import { everyPlaced, hasAnswer } from './placed-answers.ts'
import { undoRecordOf } from './undo-record.ts'

const series = '019b0000-0000-7000-8000-0000000000aa'
const at = '2026-11-01T10:00:00.000Z'

function version(number: number, ...sections: SectionSource[]) {
  return templateFrom({ series, version: number, name: 'Closets', sections })
}

const idf = { key: 'idf', name: 'IDF present', type: 'yes_no' } as const
const rack = { key: 'rack', name: 'Rack', type: 'text' } as const
const lock = { key: 'lock', name: 'Lock', type: 'radio', options: ['Key', 'Code'] } as const
const closet = (...fields: FieldSource[]): SectionSource => ({ key: 'closet', name: 'Closet', fields })
const roof = (...fields: FieldSource[]): SectionSource => ({ key: 'roof', name: 'Roof', fields })
const units = (...fields: FieldSource[]): SectionSource => ({
  ...{ key: 'unit', name: 'Unit', addSimilarText: 'Add unit', fields },
})

function valueIn(survey: Survey, section: string, field: string): string | undefined {
  const found = survey.sections.find(({ definition }) => definition.name === section)
  return found?.subSections[0]?.answers.find((answer) => answer.field.name === field)?.value
}

function earlier(survey: Survey): readonly string[] {
  return earlierLines(survey).map(({ section, subSection, field, value }) =>
    [section, subSection, field, value].filter((word) => word !== '').join(' / '),
  )
}

const first = version(1, closet(idf, rack), roof(lock))

function filled(template = first): Survey {
  return open(template).answer('Closet', 'IDF present', 'Yes').answer('Closet', 'Rack', 'R-7').survey
}

test('keeps an answer in place if the keys are equal and the names differ', () => {
  const survey = filled()
  const newer = version(2, roof(lock), {
    ...closet({ ...rack, name: 'Rack type' }, idf),
    name: 'Telecom closet',
  })
  const moved = moveSurvey(survey, newer)
  expect(valueIn(moved, 'Telecom closet', 'Rack type')).toBe('R-7')
  expect(moved.sections[1]?.id).toBe(survey.sections[0]?.id)
  expect(moved.sections[1]?.subSections[0]?.answers[0]?.id).toBe(
    survey.sections[0]?.subSections[0]?.answers[1]?.id,
  )
  expect(moved.earlierAnswers).toBeUndefined()
  expect(movePlan(survey, newer)).toMatchObject({ kept: 2, moved: [], earlier: [], added: [] })
})

test('moves an answer with its field to another section', () => {
  const newer = version(2, closet(idf), roof(lock, rack))
  const survey = filled()
  expect(valueIn(moveSurvey(survey, newer), 'Roof', 'Rack')).toBe('R-7')
  expect(movePlan(survey, newer).moved).toMatchObject([{ field: 'Rack', from: 'Closet', to: 'Roof' }])
  expect(movePlan(survey, newer).added).toEqual([])
})

test('does not report a moved field as new, answered or not', () => {
  const newer = version(2, closet(idf), roof(lock, { ...rack, mandatory: true }))
  expect(movePlan(open(first).survey, newer).added).toEqual([
    { section: 'Roof', field: 'Rack', mandatory: true, isNew: false },
  ])
  // If the field now exists twice, one of them is new.
  const both = version(2, closet(idf, rack), roof(lock, rack))
  expect(movePlan(open(first).survey, both).added).toEqual([
    { section: 'Roof', field: 'Rack', mandatory: false, isNew: true },
  ])
})

test('does not move answers out of a section with several parts', () => {
  const survey = open(version(1, units(rack), roof(lock)))
    .answer('Unit', 'Rack', 'R-1')
    .addSimilar('Unit')
    .answer('Unit 2', 'Rack', 'R-2').survey
  const moved = moveSurvey(survey, version(2, units(idf), roof(lock, rack)))
  expect(valueIn(moved, 'Roof', 'Rack')).toBe('')
  expect(earlier(moved)).toEqual(['Unit / Unit 1 / Rack / R-1', 'Unit / Unit 2 / Rack / R-2'])
})

test('keeps an answer without a place and restores it with its field', () => {
  const survey = filled()
  const without = version(2, closet(idf))
  const moved = moveSurvey(survey, without)
  expect(earlier(moved)).toEqual(['Closet / Rack / R-7'])
  expect(movePlan(survey, without).earlier.map(({ field, value }) => [field, value])).toEqual([
    ['Rack', 'R-7'],
  ])
  const again = version(3, closet(rack), roof(idf))
  expect(movePlan(moved, again)).toMatchObject({ back: [{ value: 'R-7' }], moved: [{ to: 'Roof' }] })
  expect(valueIn(moveSurvey(moved, again), 'Closet', 'Rack')).toBe('R-7')
})

test('restores a removed section with all its parts and titles', () => {
  const [withUnits, without] = [version(1, units(rack), roof(lock)), version(2, roof(lock))]
  const play = open(withUnits).answer('Unit', 'Rack', 'R-1').addSimilar('Unit')
  const [, second] = play.survey.sections[0]?.subSections ?? []
  const survey = setAnswer(play.survey, second?.id ?? '', second?.title.id ?? '', { value: '4B', at })
  const moved = moveSurvey(survey, without)
  expect(earlier(moved)).toEqual(['Unit / R-1 / Rack / R-1', 'Unit / 4B / Title / 4B'])
  const back = moveSurvey(moved, version(3, units(rack), roof(lock)))
  expect(back.sections[0]?.subSections.map(({ id, title }) => [id, title.value])).toEqual(
    survey.sections[0]?.subSections.map(({ id, title }) => [id, title.value]),
  )
  expect(back.earlierAnswers).toBeUndefined()
})

test('keeps an answer in a related field type and makes it an earlier answer otherwise', () => {
  const survey = filled()
  const other = moveSurvey(survey, version(2, closet(idf, { ...rack, type: 'date' })))
  expect([valueIn(other, 'Closet', 'Rack'), earlier(other)]).toEqual(['', ['Closet / Rack / R-7']])
  const longer = moveSurvey(survey, version(2, closet(idf, { ...rack, type: 'long_text' })))
  expect(valueIn(longer, 'Closet', 'Rack')).toBe('R-7')
})

test('keeps and reports an option that no longer exists and blocks submitting', () => {
  const survey = open(first).answer('Roof', 'Lock', 'Code').survey
  const newer = version(2, closet(idf, rack), roof({ ...lock, options: ['Key', 'Card'] }))
  const moved = moveSurvey(survey, newer)
  expect(movePlan(survey, newer).notOffered).toMatchObject([{ field: 'Lock', options: ['Code'] }])
  expect(valueIn(moved, 'Roof', 'Lock')).toBe('Code')
  expect(violationsIn(moved).map(({ message }) => message)).toEqual([expect.stringContaining('Code')])
})

test('reports new and newly mandatory fields', () => {
  const newer = version(
    2,
    closet({ ...idf, mandatory: true }, rack, { key: 'door', name: 'Door', type: 'text' }),
  )
  expect(movePlan(filled(), newer).added).toEqual([
    { section: 'Closet', field: 'IDF present', mandatory: true, isNew: false },
    { section: 'Closet', field: 'Door', mandatory: false, isNew: true },
  ])
})

test('changes nothing for the current version', () => {
  const survey = filled()
  expect(moveSurvey(survey, first)).toBe(survey)
  expect(movePlan(survey, first)).toMatchObject({ kept: 2, earlier: [], added: [] })
})

const fieldOf = fc.record({
  key: fc.constantFrom('a', 'b', 'c', 'd'),
  type: fc.constantFrom('text', 'long_text', 'numeric', 'decimal', 'date', 'calculated', 'note'),
  mandatory: fc.boolean(),
})
const sectionOf = fc.record({
  key: fc.constantFrom('s', 't', 'u'),
  repeated: fc.boolean(),
  fields: fc.uniqueArray(fieldOf, { selector: ({ key }) => key, minLength: 1, maxLength: 4 }),
})
const versionOf = fc.uniqueArray(sectionOf, { selector: ({ key }) => key, minLength: 1, maxLength: 3 })

function templates(drawn: readonly (typeof versionOf extends fc.Arbitrary<infer V> ? V : never)[]) {
  return drawn.map((sections, index) =>
    version(
      index + 1,
      ...sections.map(({ key, repeated, fields }) => ({
        ...{ key, name: key, ...(repeated ? { addSimilarText: 'More' } : {}) },
        fields: fields.map((field) => ({
          ...{ ...field, name: field.key },
          ...(field.type === 'calculated' ? { calculation: '1 + 1' } : {}),
        })),
      })),
    ),
  )
}

type Step = { readonly to: number; readonly section: number; readonly field: number; readonly add: boolean }
const walk = fc.record({
  versions: fc.array(versionOf, { minLength: 2, maxLength: 4 }),
  steps: fc.array(fc.record({ to: fc.nat(3), section: fc.nat(5), field: fc.nat(5), add: fc.boolean() }), {
    maxLength: 12,
  }),
})

/** Answers one field or title of the survey and sometimes adds a part. */
function lived(survey: Survey, { section, field, add }: Step, turn: number): Survey {
  const home = survey.sections[section % survey.sections.length]
  const part = home?.subSections[turn % home.subSections.length]
  if (!home || !part) return survey
  const grown =
    add && home.definition.addSimilar ? addSimilar(survey, home.id, fixedId(at, `part ${turn}`), at) : survey
  const all = [part.title, ...part.answers].filter(
    ({ field: { type } }) => type !== 'note' && type !== 'calculated',
  )
  const answer = all[field % all.length]
  if (!answer) return grown
  const value = answer.field.type === 'date' ? `2026-01-${10 + turn}` : String(100 + turn)
  const moment = `2026-11-01T10:${10 + turn}:00.000Z`
  return setAnswer(grown, part.id, answer.id, { value, at: moment })
}

/** All answers with content, wherever they are. */
function allGiven(survey: Survey): readonly string[] {
  return everyPlaced(survey)
    .filter(({ answer }) => hasAnswer(answer))
    .map(({ answer }) => `${answer.id} ${answer.value}`)
    .sort()
}

/** Everything in a survey that could differ, one line per answer. */
function plain(survey: Survey): readonly string[] {
  const { sections, template, ...rest } = survey
  return [
    JSON.stringify({ ...rest, earlierAnswers: survey.earlierAnswers?.length, template: template.version }),
    ...sections.map(({ id, definition, subSections }) =>
      [id, definition.id, ...subSections.map((part) => part.id)].join(' '),
    ),
    ...everyPlaced(survey).map(
      ({ template: { version: of }, definition, answer: { field, ...answer }, ...place }) =>
        JSON.stringify([of, definition.key, field.name, field.id, place, answer]),
    ),
  ]
}

test('loses no answer and duplicates no id in moves among any versions', () => {
  fc.assert(
    fc.property(walk, ({ versions, steps }) => {
      const all = templates(versions)
      let survey = open(all[0] ?? first).survey
      for (const [turn, step] of steps.entries()) {
        survey = lived(survey, step, turn)
        const target = all[step.to % all.length] ?? first
        const moved = moveSurvey(survey, target)
        expect(allGiven(moved)).toEqual(allGiven(survey))
        const ids = everyPlaced(moved).map(({ answer }) => answer.id)
        expect(new Set(ids).size).toBe(ids.length)
        expect(moveSurvey(moved, target)).toBe(moved)
        survey = moved
      }
    }),
  )
})

test('restores the survey exactly when a move is undone', () => {
  fc.assert(
    fc.property(walk, ({ versions, steps }) => {
      const all = templates(versions)
      let survey = open(all[0] ?? first).survey
      for (const [turn, step] of steps.entries()) {
        survey = lived(survey, step, turn)
        const moved = moveSurvey(survey, all[step.to % all.length] ?? first)
        expect(plain(moveSurvey(moved, survey.template, undoRecordOf(survey, moved)))).toEqual(plain(survey))
        survey = moved
      }
    }),
  )
})

test('keeps answers given between a move and its undo', () => {
  fc.assert(
    fc.property(walk, ({ versions, steps }) => {
      const all = templates(versions)
      const survey = open(all[0] ?? first).survey
      const target = all[1] ?? first
      const moved = moveSurvey(survey, target)
      const on = steps.reduce(lived, moved)
      const undone = moveSurvey(on, survey.template, undoRecordOf(survey, moved))
      expect(allGiven(undone)).toEqual(allGiven(on))
    }),
  )
})
