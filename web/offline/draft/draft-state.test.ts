import { expect, test } from 'vitest'
import { addSimilar } from '#survey/edit/add-similar.ts'
import { setAnswer } from '#survey/edit/change.ts'
import { removeSimilar } from '#survey/edit/edit.ts'
import { everyAnswer, type Survey } from '#survey/survey.ts'
import { emptySurvey } from '#web/testing/fake-offline.ts'
import { DraftIndex } from './draft-state.ts'

const at = '2026-11-02T08:00:00.000Z'
const second = '019c0000-0000-7000-8000-000000000002'

function repeated(survey: Survey) {
  const section = survey.sections.find(({ definition }) => definition.addSimilar)
  const part = section?.subSections[0]
  if (!section || !part) throw new Error('The sample template repeats a section')
  return { section, part }
}

test('an edit reports only its own answer and sub-section', () => {
  const index = new DraftIndex()
  const survey = emptySurvey()
  const part = survey.sections[0]?.subSections[0]
  const answer = part?.answers[0]
  index.take(survey)
  const after = setAnswer(survey, part?.id ?? '', answer?.id ?? '', { value: 'Harbor', values: [], at })
  expect(index.take(after)).toEqual([part?.id, answer?.id])
  expect(index.answer(answer?.id ?? '')?.value).toBe('Harbor')
  expect(index.take(after)).toEqual([])
})

test('finds added answers, no longer finds removed ones, and keeps the others', () => {
  const index = new DraftIndex()
  const survey = emptySurvey()
  const { section, part } = repeated(survey)
  index.take(survey)
  const more = addSimilar(survey, section.id, second, at)
  const added = index.take(more)
  expect(added[0]).toBe(second)
  expect(added).not.toContain(part.id)
  const answer = index.part(second)?.answers[0]?.id ?? ''
  expect(index.answer(answer)).toBeDefined()
  expect(index.take(removeSimilar(more, second, at))).toEqual(added)
  expect([index.part(second), index.answer(answer)]).toEqual([undefined, undefined])
  expect(index.part(part.id)).toBe(part)
})

test('finds sections and answers that have moved', () => {
  const index = new DraftIndex()
  const survey = emptySurvey()
  index.take(survey)
  const [first, second] = survey.sections
  const [one, two] = [first?.subSections[0], second?.subSections[0]]
  if (!first || !second || !one || !two) throw new Error('The sample template has two sections')
  const [goes, ...stay] = one.answers
  const after: Survey = {
    ...survey,
    sections: [
      { ...second, subSections: [{ ...two, answers: goes ? [goes, ...two.answers] : two.answers }] },
      { ...first, subSections: [{ ...one, answers: stay.slice(1) }] },
      ...survey.sections.slice(2),
    ],
  }
  index.take(after)
  expect(index.part(one.id)?.answers).toHaveLength(one.answers.length - 2)
  expect(index.part(two.id)).toBe(after.sections[0]?.subSections[0])
  expect(index.answer(goes?.id ?? '')).toBe(goes)
  // The answer without a place.
  expect(index.answer(stay[0]?.id ?? '')).toBeUndefined()
  for (const { subSections } of after.sections)
    for (const part of subSections)
      for (const answer of everyAnswer(part)) expect(index.answer(answer.id)).toBe(answer)
})
