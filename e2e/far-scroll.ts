import { v7 as newId } from 'uuid'
import { expect } from 'vitest'
import { addSimilar } from '#contract/surveys/surveys.ts'
import type { Page } from './engines/page.ts'
import { startSurvey, submitFilled, wiring } from './scene.ts'
import { logIn } from './screens/entry.ts'
import { form } from './screens/form.ts'
import type { Surveyor } from './site.ts'

/**
 * Jumps below a part that is not rendered yet; returns how far the target moves while the part is rendered.
 */
export async function movedAfterFarScroll(page: Page, surveyor: Surveyor): Promise<number> {
  const survey = await startSurvey(surveyor, { templateName: wiring })
  await submitFilled(surveyor, survey)
  const section = survey.user_survey_sections.find((one) => one.user_survey_section_name === 'Unit Survey')
  const body = { id: newId(), user_survey_id: survey.id, user_survey_section_id: section?.id ?? '' }
  expect((await surveyor.api.call(addSimilar, { body }))?.status).toBe(201)
  await logIn(page, surveyor)
  await page.goto(`/survey/${survey.survey_template_id}/${survey.id}/${section?.id}`)
  await form(page).heading('Unit Survey').waitFor()
  const second = page.getByRole('heading', { level: 3, name: /^Unit Survey 2/ })
  return second.evaluate(async (heading) => {
    const top = () => Math.round(heading.getBoundingClientRect().top)
    heading.scrollIntoView({ block: 'center', behavior: 'instant' })
    const tops = [top()]
    for (let frame = 0; frame < 30; frame++) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      tops.push(top())
    }
    return Math.max(...tops) - Math.min(...tops)
  })
}
