import { v7 as newId } from 'uuid'
import { expect } from 'vitest'
import { addSimilar } from '#contract/surveys.ts'
import { startSurvey, submitFilled, wiring } from '../scene.ts'
import { logIn } from '../screens/entry.ts'
import { form } from '../screens/form.ts'
import { test } from './fixtures.ts'

test('whoever comes from far away finds what they came to in its place, while what is above it gets its height', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor, { templateName: wiring })
  await submitFilled(surveyor, survey)
  const section = survey.user_survey_sections.find((one) => one.user_survey_section_name === 'Unit Survey')
  const body = { id: newId(), user_survey_id: survey.id, user_survey_section_id: section?.id ?? '' }
  expect((await surveyor.api.call(addSimilar, { body }))?.status).toBe(201)
  const { page } = await visit('phone')
  await logIn(page, surveyor)
  await page.goto(`/survey/${survey.survey_template_id}/${survey.id}/${section?.id}`)
  await form(page).heading('Unit Survey').waitFor()
  const second = page.getByRole('heading', { level: 3, name: /^Unit Survey 2/ })
  const seen = await second.evaluate(async (heading) => {
    const top = () => Math.round(heading.getBoundingClientRect().top)
    heading.scrollIntoView({ block: 'center', behavior: 'instant' })
    const tops = [top()]
    for (let frame = 0; frame < 30; frame++) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      tops.push(top())
    }
    return { from: Math.min(...tops), to: Math.max(...tops) }
  })
  expect(seen.to - seen.from).toBeLessThanOrEqual(2)
})
