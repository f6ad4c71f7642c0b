import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { SurveyCreation } from './survey-creation.ts'

const id = '019c0000-0000-7000-8000-000000000001'
const template = '019c0000-0000-7000-8000-000000000002'

test('a creation parses to the same keys in the same order, so that a replay is recognized', () => {
  const sent = {
    time_zone: 'UTC',
    owner_name: ' Mrs Dudley',
    status: 'Started',
    survey_name: 'Hill House',
    survey_template_id: template,
    id,
  }
  expect(JSON.stringify(z.parse(SurveyCreation, sent))).toBe(
    JSON.stringify({
      id,
      survey_template_id: template,
      survey_name: 'Hill House',
      owner_name: 'Mrs Dudley',
      status: 'Started',
      time_zone: 'UTC',
    }),
  )
})
