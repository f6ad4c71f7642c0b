import { expect, test } from 'vitest'
import { choiceParams } from './choice-params.ts'

test('prefers the address over the navigation state and ignores invalid values', () => {
  const search = new URLSearchParams('surveyId=s1&sectionId=')
  const state = { surveyId: 's2', sectionId: 'c', subSectionId: 'p', detailId: 7 }
  expect(choiceParams(search, state)).toEqual({
    surveyId: 's1',
    sectionId: '',
    subSectionId: 'p',
    detailId: '',
    attachmentId: '',
  })
  const nothing = { surveyId: '', sectionId: '', subSectionId: '', detailId: '', attachmentId: '' }
  expect(choiceParams(new URLSearchParams(), null)).toEqual(nothing)
  expect(choiceParams(new URLSearchParams(), 'surveyId')).toEqual(nothing)
})
