import { expect, test } from 'vitest'
import { formParams, formPath } from './form-params.ts'

test('reads the same place from a path and from a query', () => {
  const path = { templateId: 't', surveyId: 's', sectionId: 'x', subSectionId: 'p' }
  const query = new URLSearchParams(path)
  expect(formParams(path, new URLSearchParams())).toEqual(path)
  expect(formParams({}, query)).toEqual(path)
})

test('leaves the section empty for the first one and prefers the requested section', () => {
  expect(formParams({}, new URLSearchParams('templateId=t&surveyId=s')).sectionId).toBe('')
  expect(formParams({}, new URLSearchParams('sectionId=a&sectionIdReq=b')).sectionId).toBe('b')
})

test('builds an address from ids', () => {
  expect(formPath('t', 's', 'x')).toBe('/survey/t/s/x')
  expect(formPath('t', 's', 'x', 'p')).toBe('/survey/t/s/x/p')
})
