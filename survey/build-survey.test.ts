import { expect, test } from 'vitest'
import { buildSurvey, type SurveyRows } from './build-survey.ts'
import { keepIdentity } from './keep-identity.ts'
import type { Survey } from './survey.ts'
import { sampleTemplate } from './testing/sample-template.ts'
import { open } from './testing/scenario.ts'

const { survey } = open(sampleTemplate)
  .fillMandatory()
  .addSimilar('Building')
  .photo('Building 2', 'Notes', 'Gate')

test('rebuilds the same survey from rows in any order', () => {
  const rows = rowsOf(survey)
  const reversed = { ...rows, subSections: rows.subSections.toReversed(), answers: rows.answers.toReversed() }
  expect(buildSurvey(sampleTemplate, survey, reversed)).toEqual(survey)
})

test('rebuilds missing answers as empty with the same ids', () => {
  const rows = rowsOf(survey)
  const given = rows.answers.filter(({ editedAt }) => editedAt !== null)
  expect(given.length).toBeLessThan(rows.answers.length)
  expect(buildSurvey(sampleTemplate, survey, { ...rows, answers: given })).toEqual(survey)
})

test('builds a new survey from no rows', () => {
  const { survey: fresh } = open(sampleTemplate)
  const nothing = { sections: [], subSections: [], answers: [], media: [] }
  expect(buildSurvey(sampleTemplate, fresh, nothing)).toEqual(fresh)
})

test('keeps all objects of an equal copy and the unchanged ones of a different copy', () => {
  const again = buildSurvey(sampleTemplate, survey, rowsOf(survey))
  expect(keepIdentity(survey, again)).toBe(survey)
  const [first, ...others] = rowsOf(survey).answers
  const answers = [...(first ? [{ ...first, value: 'Tower Z' }] : []), ...others]
  const changed = keepIdentity(survey, buildSurvey(sampleTemplate, survey, { ...rowsOf(survey), answers }))
  expect(changed.sections[1]).toBe(survey.sections[1])
  expect(changed.sections[0]?.subSections[1]).toBe(survey.sections[0]?.subSections[1])
  expect(changed.sections[0]?.subSections[0]?.answers[1]).toBe(survey.sections[0]?.subSections[0]?.answers[1])
  expect(changed.sections[0]?.subSections[0]?.answers[0]?.value).toBe('Tower Z')
})

function rowsOf({ sections }: Survey): SurveyRows {
  const subSections = sections.flatMap((section) =>
    section.subSections.map(({ id, answers }) => ({ id, sectionId: section.id, answers })),
  )
  const answers = subSections.flatMap((part) =>
    part.answers.map(({ field, ...answer }) => ({ ...answer, subSectionId: part.id, fieldId: field.id })),
  )
  return {
    sections: sections.map(({ id, definition }) => ({ id, templateSectionId: definition.id })),
    subSections,
    answers,
    media: answers.flatMap(({ id, media }) => media.map((each) => ({ ...each, answerId: id }))),
  }
}
