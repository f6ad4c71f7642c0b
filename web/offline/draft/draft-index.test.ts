import { expect, test } from 'vitest'
import { addSimilar } from '#survey/edit/add-similar.ts'
import { setAnswer } from '#survey/edit/answer.ts'
import { removeSimilar } from '#survey/edit/remove-similar.ts'
import type { Survey } from '#survey/survey.ts'
import { emptySurvey } from '#web/testing/fake-offline.ts'
import { DraftIndex } from './draft-index.ts'

const at = '2026-11-02T08:00:00.000Z'
const second = '019c0000-0000-7000-8000-000000000002'

function repeated(survey: Survey) {
  const section = survey.sections.find(({ definition }) => definition.addSimilar)
  const part = section?.subSections[0]
  if (!section || !part) throw new Error('The sample template repeats a section')
  return { section, part }
}

test('a keystroke names its own answer and sub-section only', () => {
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

test('what was added is found at once, what was removed is not any more, and the other stays as it was', () => {
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
