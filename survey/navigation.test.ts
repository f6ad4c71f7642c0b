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

test('orders sections like the template', () => {
  expect(nextSection(survey, building?.id ?? '')).toBe(floor)
  expect(previousSection(survey, floor?.id ?? '')).toBe(building)
  expect(previousSection(survey, building?.id ?? '')).toBeUndefined()
  expect(nextSection(survey, mdf?.id ?? '')).toBeUndefined()
  expect(nextSection(survey, 'unknown')).toBeUndefined()
  expect(findSection(survey, mdf?.id ?? '')).toBe(mdf)
})

test('finds an answer with its place', () => {
  const answer = mdf?.subSections[0]?.answers[1]
  expect(findAnswer(survey, answer?.id ?? '')?.section).toBe(mdf)
  expect(findAnswer(survey, 'unknown')).toBeUndefined()
})

test('returns the next missing field after the current place and wraps around', () => {
  const [first, second, ...rest] = missingInSurvey(survey).map(({ answer }) => answer.id)
  const last = rest.at(-1)
  if (!first || !second || !last) throw new Error('Lacks empty mandatory fields')
  const behind = (section: string, answer: string) => nextMissing(survey, section, answer)?.answer.id
  expect(behind('', '')).toBe(first)
  expect(behind('', first)).toBe(second)
  expect(behind('', last)).toBe(first)
  // Without a focused field, the displayed section is the current place.
  expect(nextMissing(survey, mdf?.id ?? '', '')?.section).toBe(mdf)
})

test('returns nothing if no field is missing', () => {
  expect(nextMissing(open(sampleTemplate).fillMandatory().survey, '', '')).toBeUndefined()
})
