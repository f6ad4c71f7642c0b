import { expect, test } from 'vitest'
import { missingInSurvey, nextMissing } from './mandatory.ts'
import { findAnswer, findSection, nextSection, previousSection } from './navigation.ts'
import { sampleTemplate } from './testing/sample-template.ts'
import { open } from './testing/scenario.ts'

const { survey } = open(sampleTemplate)
  .answer('Building', 'Building name', 'Café Tower')
  .answer('Building', 'Units', '40')
  .addSimilar('Building')
const [building, floor, mdf] = survey.sections

test('sections follow one another as in the template', () => {
  expect(nextSection(survey, building?.id ?? '')).toBe(floor)
  expect(previousSection(survey, floor?.id ?? '')).toBe(building)
  expect(previousSection(survey, building?.id ?? '')).toBeUndefined()
  expect(nextSection(survey, mdf?.id ?? '')).toBeUndefined()
  expect(nextSection(survey, 'unknown')).toBeUndefined()
  expect(findSection(survey, mdf?.id ?? '')).toBe(mdf)
})

test('an answer is found with its place', () => {
  const answer = mdf?.subSections[0]?.answers[1]
  expect(findAnswer(survey, answer?.id ?? '')?.section).toBe(mdf)
  expect(findAnswer(survey, 'unknown')).toBeUndefined()
})

test('the next empty mandatory field is the one behind where the person is, and once round from there', () => {
  const [first, second, ...rest] = missingInSurvey(survey).map(({ answer }) => answer.id)
  const last = rest.at(-1)
  if (!first || !second || !last) throw new Error('Lacks empty mandatory fields')
  const behind = (section: string, answer: string) => nextMissing(survey, section, answer)?.answer.id
  expect(behind('', '')).toBe(first)
  expect(behind('', first)).toBe(second)
  expect(behind('', last)).toBe(first)
  // Out of all fields, the section that is on the screen says where the person is.
  expect(nextMissing(survey, mdf?.id ?? '', '')?.section).toBe(mdf)
})

test('where nothing is missing there is no next field', () => {
  expect(nextMissing(open(sampleTemplate).fillMandatory().survey, '', '')).toBeUndefined()
})
