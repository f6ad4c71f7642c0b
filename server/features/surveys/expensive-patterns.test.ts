import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSimilar, createSurvey, type SurveyDetail } from '#contract/surveys/surveys.ts'
import { addMissingTemplates } from '#server/features/templates/data.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { readSurvey, save, sectionNamed } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { surveyFromWire } from '#survey/from-wire.ts'
import { templateFrom } from '#survey/template-source.ts'

/** A match against a long text uses nearly the whole budget of one evaluation. */
const expensive = "regex(${note}, '(.*a){25}')"
const template = templateFrom({
  ...{ series: '019b0000-0000-7000-8000-0000000000cc', version: 1, name: 'Dear' },
  sections: [
    {
      ...{ key: 'unit', name: 'Unit', addSimilarText: 'Add unit' },
      fields: [
        { key: 'note', name: 'Note', type: 'long_text' },
        { key: 'fits', name: 'Fits', type: 'calculated', calculation: `if(${expensive}, 'yes', 'no')` },
        { key: 'more', name: 'More', type: 'text', showIf: expensive },
      ],
    },
  ],
})

let here: TestApp
let sam: MadeAccount
let survey: SurveyDetail
beforeAll(async () => {
  here = await testApp()
  await addMissingTemplates(here.context.db, [{ ...template, series: 'dear' }])
  sam = await here.make.account()
  const body = { survey_template_id: template.id, survey_name: 'Dear', owner_name: 'Mrs Dudley' }
  survey = (await sam.api.call(createSurvey, { body })).body.data.attributes
})
afterAll(() => here.close())

const units = 20

test('a form of expensive patterns costs a save no more than its budget, and device and server agree', async () => {
  const section = { user_survey_id: survey.id, user_survey_section_id: sectionNamed(survey, 'Unit').id }
  for (let unit = 1; unit < units; unit++) await sam.api.call(addSimilar, { body: section })
  survey = await readSurvey(sam, survey.id)
  for (let unit = 0; unit < units; unit++) {
    const note = `${unit} ${'a'.repeat(9_000)}`
    const { status } = await save(sam, survey, [
      { in: 'Unit', index: unit, field: 'Note', field_value: note },
    ])
    expect(status).toBe(200)
  }
  const now = await readSurvey(sam, survey.id)
  const told = sectionNamed(now, 'Unit').user_survey_sub_sections.map(
    ({ user_survey_sub_section_details: details }) => details[1]?.field_value,
  )
  const asked = told.indexOf('no')
  expect(asked).toBeGreaterThan(2)
  expect(told).toEqual(told.map((_, unit) => (unit < asked ? 'yes' : 'no')))

  const device = surveyFromWire(template, now, now.user_survey_sections)
  const there = device.sections[0]?.subSections.map(({ answers }) => [answers[1]?.value, answers[2]?.hidden])
  expect(there).toEqual(told.map((fits) => [fits, expect.anything()]))
  expect(there?.at(-1)).toEqual(['no', true])
})
