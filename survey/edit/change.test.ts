import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedAnswers } from '../changes.ts'
import type { Answer, Survey } from '../survey.ts'
import { sampleTemplate } from '../testing/sample-template.ts'
import { open } from '../testing/scenario.ts'
import { setAnswer } from './change.ts'

const at = '2026-03-01T10:00:00.000Z'

test("records the time of the answer and of the survey's last edit", () => {
  const { survey } = open(sampleTemplate).answer('MDF Info', 'Room location', 'Basement')
  const { answer } = open(sampleTemplate)
    .answer('MDF Info', 'Room location', 'Basement')
    .find('MDF Info', 'Room location')
  expect(answer.editedAt).toBe(survey.lastEdited)
  expect(survey.lastEdited > survey.createdAt).toBe(true)
})

test('ignores an equal answer', () => {
  const play = open(sampleTemplate).answer('Floor', 'Wiring', 'Coax')
  const before = play.survey
  expect(play.answer('Floor', 'Wiring', 'Coax').survey).toBe(before)
})

test('ignores an answer in a sub-section that another device removed', () => {
  const { survey } = open(sampleTemplate)
  expect(setAnswer(survey, 'gone', 'gone', { value: 'x', at })).toBe(survey)
})

test('never moves lastEdited back', () => {
  const { survey } = open(sampleTemplate)
  const [, , mdf] = survey.sections
  const [part] = mdf?.subSections ?? []
  const edited = setAnswer(survey, part?.id ?? '', part?.answers[0]?.id ?? '', {
    value: 'Roof',
    at: '2020-01-01T00:00:00.000Z',
  })
  expect(edited.lastEdited).toBe(survey.lastEdited)
})

test('keeps the identity of every other answer', () => {
  const { survey } = open(sampleTemplate).fillMandatory('Building').addSimilar('Building')
  const places = survey.sections.flatMap(({ subSections }) =>
    subSections.flatMap(({ id, answers }) => answers.map((answer) => ({ subSectionId: id, answer }))),
  )
  fc.assert(
    fc.property(fc.constantFrom(...places), fc.string(), ({ subSectionId, answer }, value) => {
      const after = setAnswer(survey, subSectionId, answer.id, { value, at })
      const changed = everyAnswer(after).filter((each, index) => each !== everyAnswer(survey)[index])
      expect(changed.length).toBe(after === survey ? 0 : 1)
      expect(changedAnswers(survey, after).map((place) => place.answer)).toEqual(changed)
      expect(after.sections.filter((section) => !survey.sections.includes(section)).length).toBe(
        changed.length,
      )
    }),
  )
})

function everyAnswer(survey: Survey): readonly Answer[] {
  return survey.sections.flatMap(({ subSections }) => subSections.flatMap(({ answers }) => answers))
}
