import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildSurvey } from '../build-survey.ts'
import { changedAnswers } from '../changes.ts'
import { setAnswer } from '../edit/change.ts'
import { keepIdentity } from '../keep-identity.ts'
import { mandatoryShare } from '../progress.ts'
import { reportOf } from '../report.ts'
import type { Survey } from '../survey.ts'
import { rowsOf } from '../survey-rows.ts'
import { plainField, type Template, type TemplateField } from '../template.ts'
import { logicTemplate } from '../testing/sample-logic.ts'
import { open, type Scenario } from '../testing/scenario.ts'
import { derived } from './derive.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 2, 15, 12) })
})
afterEach(() => {
  vi.useRealTimers()
})

test('shows a field while its condition is true and restores its value', () => {
  open(logicTemplate)
    .expectHidden('Site', 'Floors', 'Why so high')
    .answer('Site', 'Kind', 'Tower')
    .expectShown('Site', 'Floors')
    .answer('Site', 'Floors', '30')
    .expectShown('Site', 'Why so high')
    .answer('Site', 'Why so high', 'The view')
    .answer('Site', 'Kind', 'House')
    .expectHidden('Site', 'Floors', 'Why so high')
    .expectAnswer('Site', 'Floors', '30')
    .answer('Site', 'Kind', 'Tower')
    .expectShown('Site', 'Floors', 'Why so high')
    .expectAnswer('Site', 'Why so high', 'The view')
})

test('ignores a hidden mandatory field in counts, adding and submitting', () => {
  const play = open(logicTemplate)
    .answer('Site', 'Kind', 'House')
    .answer('Unit', 'Unit name', '1A')
    .expectMayAdd('Unit', false)
    .answer('Unit', 'Area', '40')
    .expectMissing()
    .expectMayAdd('Unit', true)
    .expectProgress('100% completed')
    .answer('Unit', 'Wiring', 'Fiber cable')
    .expectMissing('Unit: Fiber count')
    .expectMayAdd('Unit', false)
    .expectProgress('75% completed')
    .answer('Unit', 'Fiber count', '12')
    .submit()
  expect(mandatoryShare(play.survey)).toEqual({ filled: 4, total: 4 })
})

test('evaluates a condition on its own sub-section and on another section', () => {
  open(logicTemplate)
    .answer('Unit', 'Wiring', 'Fiber cable')
    .addAnyway('Unit')
    .expectShown('Unit 1', 'Fiber count')
    .expectHidden('Unit 2', 'Fiber count')
    .expectHidden('Unit 1', 'Lift')
    .expectHidden('Unit 2', 'Lift')
    .answer('Site', 'Kind', 'Tower')
    .expectShown('Unit 1', 'Lift')
    .expectShown('Unit 2', 'Lift')
})

test('updates sums over sub-sections when a sub-section is added or removed', () => {
  open(logicTemplate)
    .expectCalculated('Site', 'Total area', '0')
    .answer('Unit', 'Area', '40.5')
    .answer('Unit', 'Rooms', '3')
    .expectCalculated('Unit', 'Area of a room', '13.5')
    .expectCalculated('Site', 'Total area', '40.5')
    .addAnyway('Unit')
    .expectCalculated('Unit 2', 'Area of a room', '')
    .expectCalculated('Site', 'Mean area', '20.3')
    .answer('Unit 2', 'Area', '80')
    .expectCalculated('Site', 'Total area', '120.5')
    .expectShown('Site', 'Large')
    .remove('Unit 1')
    .expectCalculated('Site', 'Total area', '80')
    .expectCalculated('Site', 'Mean area', '80')
    .expectHidden('Site', 'Large')
})

test('ignores an answer to a calculated field', () => {
  const play = open(logicTemplate)
  const { subSection, answer } = play.find('Site', 'Total area')
  const at = '2026-03-15T10:00:00.000Z'
  expect(setAnswer(play.survey, subSection.id, answer.id, { value: '9', at })).toBe(play.survey)
  play.answer('Unit', 'Area', '7').expectCalculated('Site', 'Total area', '7')
})

test('shows the constraint message and blocks Submit until the answer is valid', () => {
  const play = open(logicTemplate)
    .fillMandatory()
    .answer('Site', 'Kind', 'House')
    .answer('Site', 'Built', '2026-03-16')
    .expectProblem('Site', 'Built', 'The date is in the future.')
    .expectAnswer('Site', 'Built', '03/16/2026')
  expect(() => play.submit()).toThrow('Site: Built')
  play
    .answer('Site', 'Built', '2026-03-15')
    .expectProblem('Site', 'Built', '')
    .answer('Unit', 'Area', '5')
    .answer('Unit', 'Rooms', '8')
    .expectProblem('Unit', 'Rooms', 'This answer is not valid.')
    .answer('Unit', 'Area', '9')
    .expectProblem('Unit', 'Rooms', '')
    .answer('Unit', 'Area', '-1')
    .answer('Unit', 'Rooms', '')
  expect(() => play.submit()).toThrow('Unit: Area')
  play.answer('Unit', 'Area', '9').submit()
})

test('skips the constraint of a hidden field', () => {
  const fields = [
    { key: 'more', name: 'More', type: 'radio', options: ['Yes', 'No'] },
    { key: 'size', name: 'Size', type: 'numeric', showIf: "${more} = 'Yes'", constraint: '. < 5' },
  ] as const
  open(withFields(fields))
    .answer('Part', 'More', 'Yes')
    .answer('Part', 'Size', '9')
    .expectProblem('Part', 'Size', 'This answer is not valid.')
    .answer('Part', 'More', 'No')
    .expectProblem('Part', 'Size', '')
    .submit()
})

test('leaves hidden answers and their photos out of the report', () => {
  const play = open(logicTemplate)
    .answer('Site', 'Kind', 'Tower')
    .answer('Site', 'Floors', '30')
    .answer('Site', 'Why so high', 'The view')
    .photo('Site', 'Why so high')
  expect(JSON.stringify(reportOf(play.survey))).toContain('The view')
  expect(reportOf(play.survey).photoCount).toBe(1)
  play.answer('Site', 'Kind', 'House')
  expect(JSON.stringify(reportOf(play.survey))).not.toContain('The view')
  expect(reportOf(play.survey).photoCount).toBe(0)
})

test('copies only visible answers and shows the fields that depend on them', () => {
  open(logicTemplate)
    .answer('Unit', 'Wiring', 'Fiber cable')
    .answer('Unit', 'Fiber count', '12')
    .answer('Site', 'Kind', 'Tower')
    .answer('Unit', 'Lift', 'Yes')
    .answer('Site', 'Kind', 'House')
    .addAnyway('Unit')
    .copyFromLast('Unit')
    .expectShown('Unit 2', 'Fiber count')
    .expectAnswer('Unit 2', 'Fiber count', '12')
    .answer('Site', 'Kind', 'Tower')
    .expectAnswer('Unit 1', 'Lift', 'Yes')
    .expectAnswer('Unit 2', 'Lift', '')
})

test('leaves fields in a cycle empty and visible', () => {
  const fields = [
    { key: 'a', name: 'A', type: 'calculated', calculation: '${b} + 1' },
    { key: 'b', name: 'B', type: 'calculated', calculation: '${a} + 1' },
    { key: 'c', name: 'C', type: 'text', showIf: "${c} = 'x'" },
    { key: 'd', name: 'D', type: 'calculated', calculation: "concat('d', ${a})" },
    { key: 'e', name: 'E', type: 'calculated', calculation: "'no expression" },
    { key: 'f', name: 'F', type: 'text', showIf: '((' },
    { key: 'g', name: 'G', type: 'calculated', calculation: 'count(${nothing})' },
  ] as const
  open(withFields(fields))
    .expectCalculated('Part', 'A', '')
    .expectCalculated('Part', 'B', '')
    .expectCalculated('Part', 'D', 'd')
    .expectCalculated('Part', 'E', '')
    .expectCalculated('Part', 'G', '0')
    .expectShown('Part', 'C', 'F')
})

test('limits the length of chained calculations', () => {
  const all = Array(50).fill('${a0}').join(', ')
  const names = Array.from({ length: 12 }, (_, index) => index)
  const fields = names.map((index) => ({
    key: `a${index}`,
    name: `A${index}`,
    type: 'calculated' as const,
    calculation: index === 0 ? "'0123456789'" : `concat(${all.replaceAll('a0', `a${index - 1}`)})`,
  }))
  const play = open(withFields(fields))
  expect(play.find('Part', 'A11').answer.value.length).toBe(10_000)
})

test('evaluates today() again with the next edit after midnight', () => {
  const fields = [
    { key: 'due', name: 'Due', type: 'date' },
    { key: 'late', name: 'Late', type: 'text', showIf: '${due} < today()' },
    { key: 'other', name: 'Other', type: 'text' },
  ] as const
  const play = open(withFields(fields)).answer('Part', 'Due', '2026-03-15').expectHidden('Part', 'Late')
  vi.setSystemTime(new Date(2026, 2, 16, 0, 1))
  play.answer('Part', 'Other', 'x').expectShown('Part', 'Late')
})

interface Move {
  readonly where: string
  readonly field: string
  readonly value: string
}

const move: fc.Arbitrary<Move> = fc.oneof(
  place('Site', 'Kind', '', 'House', 'Tower'),
  place('Site', 'Floors', '', '3', '30'),
  place('Site', 'Why so high', '', 'view'),
  place('Unit 1', 'Area', '', '40', '120'),
  place('Unit 2', 'Area', '', '7.5'),
  place('Unit 1', 'Rooms', '', '2'),
  place('Unit 2', 'Wiring', '', 'Copper', 'Fiber cable'),
  place('Unit 2', 'Fiber count', '', '12'),
)

function place(where: string, field: string, ...values: readonly string[]): fc.Arbitrary<Move> {
  return fc.constantFrom(...values).map((value) => ({ where, field, value }))
}

test('derives the same survey after an edit as a full evaluation and changes no other answer', () => {
  fc.assert(
    fc.property(fc.array(move, { maxLength: 12 }), (moves) => {
      const play = open(logicTemplate).addAnyway('Unit')
      for (const { where, field, value } of moves) {
        const before = play.survey
        play.answer(where, field, value)
        expect(play.survey).toEqual(derived(plain(play.survey)))
        const changedIds = new Set(changedAnswers(before, play.survey).map(({ answer }) => answer.id))
        for (const [id, { hidden, value }] of stateOf(before)) {
          const now = stateOf(play.survey).get(id)
          expect(changedIds.has(id)).toBe(now?.hidden !== hidden || now?.value !== value)
        }
      }
    }),
  )
})

test('keeps values when fields are hidden and shown, in any order of answers', () => {
  fc.assert(
    fc.property(fc.uniqueArray(move, { selector: ({ where, field }) => `${where}/${field}` }), (moves) => {
      const forth = moves.reduce(give, open(logicTemplate).addAnyway('Unit'))
      const back = moves.toReversed().reduce(give, open(logicTemplate).addAnyway('Unit'))
      expect([...stateOf(forth.survey).values()]).toEqual([...stateOf(back.survey).values()])
      for (const { where, field, value } of moves) {
        const { answer } = forth.find(where, field)
        expect([answer.value, ...answer.values].filter((text) => text !== '')).toEqual(
          value === '' ? [] : [value],
        )
      }
    }),
  )
})

test('keeps the identity of answers when the survey is rebuilt', () => {
  const { survey } = open(logicTemplate).answer('Site', 'Kind', 'Tower').answer('Unit', 'Area', '4')
  const again = keepIdentity(survey, buildSurvey(survey.template, survey, rowsOf(survey)))
  expect(again).toBe(survey)
})

test('changes the same number of answers with 200 sub-sections as with ten', () => {
  const changed = (count: number) => {
    const play = open(logicTemplate)
    for (let index = 1; index < count; index += 1) play.addAnyway('Unit')
    const before = play.survey
    play.answer(`Unit ${count}`, 'Wiring', 'Fiber cable')
    return changedAnswers(before, play.survey).length
  }
  expect(changed(200)).toBe(changed(10))
})

function give(play: Scenario, { where, field, value }: Move): Scenario {
  return play.answer(where, field, value)
}

function stateOf(survey: Survey): ReadonlyMap<string, { hidden: boolean; value: string }> {
  return new Map(
    survey.sections.flatMap(({ subSections }) =>
      subSections.flatMap(({ answers }) =>
        answers.map(({ id, hidden, value, values }) => [
          id,
          { hidden: hidden ?? false, value: [value, ...values].join('|') },
        ]),
      ),
    ),
  )
}

/** Removes all derived visibility. */
function plain(survey: Survey): Survey {
  return {
    ...survey,
    sections: survey.sections.map((section) => ({
      ...section,
      subSections: section.subSections.map((part) => ({
        ...part,
        answers: part.answers.map((answer) => ({ ...answer, ...(answer.field.showIf && { hidden: false }) })),
      })),
    })),
  }
}

/** Built directly, because `templateFrom` rejects faulty templates. */
function withFields(
  fields: readonly (Pick<TemplateField, 'name' | 'type'> & Partial<TemplateField>)[],
): Template {
  return {
    id: '019b0000-0000-7000-8000-0000000000f2',
    name: 'Made',
    version: 1,
    showMedia: true,
    hideEmpty: false,
    sections: [
      {
        id: '019b0000-0000-7000-8000-0000000000f3',
        name: 'Part',
        key: 'part',
        addSimilar: true,
        addSimilarText: 'More',
        copyFromLastFilled: false,
        fields: fields.map((field, index) => ({
          id: `019b0000-0000-7000-8000-0000000001${String(index).padStart(2, '0')}`,
          ...plainField,
          ...field,
        })),
      },
    ],
  }
}
