import { expect, test } from 'vitest'
import { formParams, formPath } from './form-params.ts'

test('both forms of the address say the same', () => {
  const path = { templateId: 't', surveyId: 's', sectionId: 'x', subSectionId: 'p' }
  const query = new URLSearchParams(path)
  expect(formParams(path, new URLSearchParams())).toEqual(path)
  expect(formParams({}, query)).toEqual(path)
})

test('without a section it is the first one; one that was asked for wins', () => {
  expect(formParams({}, new URLSearchParams('templateId=t&surveyId=s')).sectionId).toBe('')
  expect(formParams({}, new URLSearchParams('sectionId=a&sectionIdReq=b')).sectionId).toBe('b')
})

test('an address is built from ids', () => {
  expect(formPath('t', 's', 'x')).toBe('/survey/t/s/x')
  expect(formPath('t', 's', 'x', 'p')).toBe('/survey/t/s/x/p')
})
