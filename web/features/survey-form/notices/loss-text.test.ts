import { expect, test } from 'vitest'
import { emptySurvey } from '#web/testing/fake-offline.ts'
import { lossText } from './loss-text.ts'

const survey = emptySurvey()
const part = survey.sections[0]?.subSections[0]

test('names what would be lost', () => {
  const text = (loss: Parameters<typeof lossText>[1]) => lossText(survey, loss)
  expect(text({ kind: 'answer', field: 'Address', value: '1 Quay Road' })).toBe('Address: 1 Quay Road')
  expect(text({ kind: 'answer', field: 'Address', value: '' })).toBe('Address: nothing')
  expect(text({ kind: 'file', name: 'gate.jpg' })).toBe('File gate.jpg')
  expect(text({ kind: 'added-part', subSection: part?.id ?? '' })).toBe(
    `The added “${survey.sections[0]?.definition.name}”`,
  )
  expect(text({ kind: 'status', status: 'Completed' })).toBe('The request to submit the survey')
})
