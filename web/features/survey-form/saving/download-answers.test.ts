import { expect, test } from 'vitest'
import { richTemplate } from '#survey/testing/rich-template.ts'
import { sampleTemplate } from '#survey/testing/sample-template.ts'
import { open } from '#survey/testing/scenario.ts'
import { answersFile } from './download-answers.ts'

test('contains the answers with the names shown on the screen', () => {
  const { survey } = open(sampleTemplate).answer('Building', 'Building name', 'Harbor View')
  const { name, text } = answersFile(survey, '2026-11-02T09:00:00.000Z')
  expect(name).toBe('Harbor-View-2026-11-02.json')
  expect(JSON.parse(text).sections[0]).toMatchObject({
    name: 'Harbor View · Building',
    answers: [{ field: 'Building name', value: 'Harbor View' }],
  })
})

test('contains both parts of a two-part answer', () => {
  const { survey } = open(richTemplate).answer('Room', 'Safe', 'No', 'Dark stairs')
  expect(JSON.parse(answersFile(survey, '2026-11-02T09:00:00.000Z').text).sections[0].answers).toMatchObject([
    { field: 'Safe', value: 'No', values: ['Dark stairs'] },
  ])
})
