import { expect, test } from 'vitest'
import { findAnswer, findSection, nextSection, previousSection } from './navigation.ts'
import { sampleTemplate } from './sample-template.ts'
import { open } from './scenario.ts'

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
