import { expect, test } from 'vitest'
import { findAnswer, findSection, nextSection, previousSection } from './navigation.ts'
import { sampleTemplate } from './sample-template.ts'
import { open } from './scenario.ts'
import { searchFields, searchSections } from './search.ts'

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

test('sections are found by their name on the screen', () => {
  expect(searchSections(survey, 'building').map(({ name }) => name)).toEqual(['Building 1', 'Building 2'])
  expect(searchSections(survey, '').length).toBe(4)
})

test('fields are found by name and by answer, without case and accents', () => {
  const names = (query: string) => searchFields(survey, query).map(({ name }) => name)
  expect(names('cafe')).toEqual(['Building name (in Building 1)'])
  expect(names('ROOM LOC')).toEqual(['Room location (in MDF Info)'])
  expect(names(' ')).toEqual([])
  expect(names('nothing of the kind')).toEqual([])
})
