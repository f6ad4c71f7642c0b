import { expect } from 'vitest'
import { submitSurvey } from '#contract/surveys/surveys.ts'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { formAddress, readSurvey, startSurvey, submitFilled } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { form } from '../screens/form.ts'

test('an offline Submit is shown as pending until the server has it, and then as submitted', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  await submitFilled(surveyor, survey)
  await surveyor.api.call(submitSurvey, { params: { id: survey.id }, body: { status: 'Started' } })
  const page = await visit('phone')
  const { id = '', user_survey_section_name: name = '' } = survey.user_survey_sections.at(-1) ?? {}
  await openAs(page, surveyor, formAddress(survey).replace(survey.user_survey_sections[0]?.id ?? '', id))
  await form(page).heading(name).waitFor()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Submit', exact: true }).tap()
  const dialog = page.getByRole('dialog', { name: 'Submit' })
  await dialog
    .getByText('submitted as soon as the server can be reached. Until then it is not submitted.')
    .waitFor()
  expect((await readSurvey(surveyor, survey.id)).status).toBe('Started')

  await page.context().setOffline(false)
  await dialog.getByText('The survey you wanted to submit has been submitted successfully').waitFor()
  expect((await readSurvey(surveyor, survey.id)).status).toBe('Completed')
  await dialog.getByRole('button', { name: 'Done' }).tap()
  await dashboard(page).surveys.getByText('Completed', { exact: true }).waitFor()
})
