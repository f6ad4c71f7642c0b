import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildSurvey } from '../build-survey.ts'
import { changedAnswers } from '../changes.ts'
import { changeHeader } from '../edit/edit.ts'
import { keepIdentity } from '../keep-identity.ts'
import { sectionProgress } from '../progress.ts'
import type { Survey } from '../survey.ts'
import { rowsOf } from '../survey-rows.ts'
import { choicesTemplate } from '../testing/sample-choices.ts'
import { open } from '../testing/scenario.ts'
import { violationsIn } from '../violations.ts'
import { derived } from './derive.ts'
import { momentsWorldwide } from './today.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 2, 15, 12) })
})
afterEach(() => {
  vi.useRealTimers()
})

test('offers the options that match earlier answers and names the field to answer first', () => {
  open(choicesTemplate)
    .expectChoices('Site', 'Floor')
    .expectWaitsFor('Site', 'Floor', 'Building')
    .answer('Site', 'Building', 'North tower')
    .expectChoices('Site', 'Floor', 'North ground', 'North roof')
    .answer('Site', 'Building', 'South tower')
    .expectChoices('Site', 'Floor', 'South ground')
    .expectWaitsFor('Site', 'Floor', '')
})

test('keeps a choice that is no longer offered, reports it and blocks submitting', () => {
  const play = open(choicesTemplate)
    .answer('Site', 'Building', 'North tower')
    .answer('Site', 'Floor', 'North roof')
    .expectProblem('Site', 'Floor', '')
    .answer('Site', 'Building', 'South tower')
    .expectAnswer('Site', 'Floor', 'North roof')
    .expectProblem('Site', 'Floor', '“North roof” does not match the other answers.')
  expect(() => play.submit()).toThrow('to correct: Site: Floor')
  play.answer('Site', 'Floor', 'South ground').expectProblem('Site', 'Floor', '').submit()
})

test('filters the options of each repeated part by its own answers, by label and by value', () => {
  open(choicesTemplate)
    .addAnyway('Room')
    .answer('Room 1', 'Side', 'North')
    .answer('Room 2', 'Side', 'South')
    .expectChoices('Room 1', 'Level', 'North ground', 'North roof')
    .expectChoices('Room 2', 'Level', 'South ground')
    .answer('Room 2', 'Spare', 'North roof')
    .expectChoices('Room 2', 'Level', 'North roof', 'South ground')
    .expectChoices('Room 1', 'Level', 'North ground', 'North roof')
})

test('passes option values to expressions and keeps labels as answers', () => {
  open(choicesTemplate)
    .expectAnswer('Site', 'Wiring', 'Copper, Optical fiber')
    .expectShown('Site', 'Strands')
    .answer('Site', 'Building', 'North tower')
    .answer('Site', 'Floor', 'North roof')
    .expectCalculated('Site', 'Said', 'n1 North roof cu 2')
    .answer('Site', 'Wiring', 'Copper')
    .expectHidden('Site', 'Strands')
    .expectCalculated('Site', 'Said', 'n1 North roof cu 1')
})

test('counts a default as an answer, overwrites it by a copy and does not restore it once cleared', () => {
  const play = open(choicesTemplate).expectAnswer('Room', 'Reading', '3 dB')
  expect(sectionProgress(play.section('Room')).filled).toBe(1)
  play
    .answer('Site', 'Wiring')
    .expectAnswer('Site', 'Wiring', '')
    .answer('Room', 'Reading', '5')
    .addAnyway('Room')
    .expectAnswer('Room 2', 'Reading', '3 dB')
    .expectUnchecked()
    .copyFromLast('Room')
    .expectAnswer('Room 2', 'Reading', '5 dB')
    .expectCopiedFrom('Room 2', 'Reading', 'Room 1')
    .clearCopied('Room')
    .expectAnswer('Room 2', 'Reading', '3 dB')
  const again = buildSurvey(choicesTemplate, play.survey, { ...rowsOf(play.survey), answers: [] })
  expect(again.sections[0]?.subSections[0]?.answers[2]?.values).toEqual(['Copper', 'Optical fiber'])
})

test('skips a part that holds only defaults when copying from the last filled part', () => {
  open(choicesTemplate)
    .answer('Room', 'Side', 'North')
    .addAnyway('Room')
    .addAnyway('Room')
    .copyFromLast('Room')
    .expectCopiedFrom('Room 3', 'Side', 'Room 1')
    .expectCopiedFrom('Room 3', 'Reading', '')
})

test("updates the part number and the previous part's answers when a part is removed", () => {
  const play = open(choicesTemplate).addAnyway('Room').addAnyway('Room')
  play
    .answer('Room 1', 'Reading', '1')
    .answer('Room 2', 'Reading', '4')
    .answer('Room 3', 'Reading', '9')
    .expectCalculated('Room 1', 'Change', '')
    .expectCalculated('Room 2', 'Change', '3')
    .expectCalculated('Room 3', 'Change', '5')
    .expectCalculated('Room 3', 'Number', '3')
    .remove('Room 2')
    .expectCalculated('Room 2', 'Change', '8')
    .expectCalculated('Room 2', 'Number', '2')
})

test('computes the same uuid() and creation time for an answer on every device', () => {
  const play = open(choicesTemplate).addAnyway('Room').answer('Room 2', 'Side', 'North')
  const [first, second] = ['Room 1', 'Room 2'].map((room) => play.find(room, 'Mark').answer.value)
  expect(first).toMatch(/^[0-9a-f-]{36}$/)
  expect(second).not.toBe(first)
  expect(derived({ ...play.survey, sections: [...play.survey.sections] })).toEqual(play.survey)
  play.expectCalculated('Room 1', 'Begun', '2026-01-05T08:01:00')
  play.expectCalculated('Room 2', 'Begun', '2026-01-05T08:02:00')
  play.survey = changeHeader(play.survey, { timeZone: 'America/New_York' }, '2026-03-15T12:00:00.000Z')
  play.expectCalculated('Room 2', 'Begun', '2026-01-05T03:02:00')
})

test("checks now() by the device's clock and, on the server, by every local time", () => {
  const play = open(choicesTemplate)
    .answer('Room', 'Seen', '2026-03-15T11:59')
    .expectProblem('Room', 'Seen', '')
    .answer('Room', 'Seen', '2026-03-15T12:01')
    .expectProblem('Room', 'Seen', 'This answer is not valid.')
  const brokenAt = (now: string) => violationsIn(play.survey, momentsWorldwide(new Date(now))).length
  expect(brokenAt('2026-03-14T22:05:00Z')).toBe(0)
  expect(brokenAt('2026-03-14T21:55:00Z')).toBe(1)
})

test('matches a pattern against the whole answer', () => {
  open(choicesTemplate)
    .answer('Site', 'Phone', '212 555 0100')
    .expectProblem('Site', 'Phone', '')
    .answer('Site', 'Phone', '212 555 0100 x')
    .expectProblem('Site', 'Phone', 'This answer is not valid.')
})

const move = fc.oneof(
  fc.record({
    where: fc.constant('Site'),
    field: fc.constant('Building'),
    value: fc.constantFrom('', 'North tower', 'South tower'),
  }),
  fc.record({
    where: fc.constant('Site'),
    field: fc.constant('Floor'),
    value: fc.constantFrom('', 'North roof', 'South ground'),
  }),
  fc.record({
    where: fc.constantFrom('Room 1', 'Room 2'),
    field: fc.constant('Side'),
    value: fc.constantFrom('', 'North', 'South'),
  }),
  fc.record({
    where: fc.constantFrom('Room 1', 'Room 2'),
    field: fc.constant('Spare'),
    value: fc.constantFrom('', 'North roof', 'x'),
  }),
  fc.record({
    where: fc.constantFrom('Room 1', 'Room 2'),
    field: fc.constant('Reading'),
    value: fc.constantFrom('', '2', '7'),
  }),
)

test('derives the same offers after an edit as a full evaluation and changes no other answer', () => {
  fc.assert(
    fc.property(fc.array(move, { maxLength: 12 }), (moves) => {
      const play = open(choicesTemplate).addAnyway('Room')
      for (const { where, field, value } of moves) {
        const before = play.survey
        play.answer(where, field, value)
        expect(play.survey).toEqual(derived(withoutOffers(play.survey)))
        const was = new Map(stated(before))
        const changed = new Set(changedAnswers(before, play.survey).map(({ answer }) => answer.id))
        for (const [id, state] of stated(play.survey)) expect(changed.has(id)).toBe(was.get(id) !== state)
      }
    }),
  )
})

test('keeps the identity of answers when the survey is rebuilt', () => {
  const { survey } = open(choicesTemplate).answer('Site', 'Building', 'North tower').addAnyway('Room')
  expect(keepIdentity(survey, buildSurvey(survey.template, survey, rowsOf(survey)))).toBe(survey)
})

test('filters a long option list once for all rooms with equal answers', () => {
  const options = Array.from({ length: 3_000 }, (_, index) => `North ${index}`)
  let asked = 0
  const columns = options.map(() => ({
    get wing() {
      asked += 1
      return 'n'
    },
  }))
  const template = {
    ...choicesTemplate,
    sections: choicesTemplate.sections.map((section) => ({
      ...section,
      fields: section.fields.map((field) =>
        field.key === 'level'
          ? { ...field, options, optionColumns: columns, choiceFilter: 'wing = ${side}' }
          : field,
      ),
    })),
  }
  const play = open(template)
  for (let room = 1; room < 50; room += 1) play.addAnyway('Room')
  asked = 0
  derived({ ...play.survey, sections: [...play.survey.sections] })
  expect(asked).toBe(3_000)
  asked = 0
  play.answer('Room 7', 'Spare', 'x')
  expect(asked).toBe(0)
  play.answer('Room 7', 'Side', 'North')
  expect(asked).toBe(3_000)
})

function stated(survey: Survey): readonly (readonly [string, string])[] {
  return survey.sections.flatMap(({ subSections }) =>
    subSections.flatMap(({ answers }) =>
      answers.map(
        ({ id, hidden, value, values, offer }) =>
          [id, JSON.stringify([hidden ?? false, value, values, offer])] as const,
      ),
    ),
  )
}

function withoutOffers(survey: Survey): Survey {
  return {
    ...survey,
    sections: survey.sections.map((section) => ({
      ...section,
      subSections: section.subSections.map((part) => ({
        ...part,
        answers: part.answers.map(({ offer: _, ...answer }) => answer),
      })),
    })),
  }
}
