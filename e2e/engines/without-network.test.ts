import { expect } from 'vitest'
import { fillBuilding } from '../main-job.ts'
import { openAs } from '../open-as.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { form } from '../screens/form.ts'
import type { Surveyor } from '../site.ts'
import { test } from './fixtures.ts'

test('works offline, leaves, reloads and returns; then everything arrives once', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  const { page, link } = await visit('phone')
  const fields = form(page)
  await openAs(page, surveyor, formAddress(survey))
  await fields.input('Property name').fill('Hill House')
  await fields.syncLine.getByText(/On the server/).waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))

  link.cut()
  await fields.input('Address').fill('12 Ridge Road')
  await fields.next('Building exterior')
  await fillBuilding(page, 'East wing', 'Good')
  await page.getByRole('button', { name: 'Add another building' }).click()
  await fields.part('Building exterior 2').waitFor()
  await fillBuilding(page, 'West wing', 'Poor')
  await page.reload()
  await fields.part('West wing').waitFor()
  await dashboard(page).open()
  await dashboard(page).surveys.getByText('Hill House').first().waitFor()
  await page.goBack()
  await fields.part('West wing').waitFor()
  await page.goForward()
  await dashboard(page).surveys.getByText('Hill House').first().waitFor()
  await page.goto(formAddress(survey))
  expect(await fields.input('Address').inputValue()).toBe('12 Ridge Road')

  link.mend()
  await expect
    .poll(() => arrived(surveyor, survey.id))
    .toEqual({
      name: 'Hill House',
      address: '12 Ridge Road',
      buildings: ['East wing', 'West wing'],
    })
  await fields.syncLine.getByText(/On the server/).waitFor()
})

async function arrived(surveyor: Surveyor, id: string) {
  const survey = await readSurvey(surveyor, id)
  const buildings = survey.user_survey_sections.find(
    ({ user_survey_section_name }) => user_survey_section_name === 'Building exterior',
  )
  const given = (field: string) => answerOf(survey, 'Property and visit', field).field_value
  return {
    name: given('Property name'),
    address: given('Address'),
    buildings: buildings?.user_survey_sub_sections.map(
      (_, part) => answerOf(survey, 'Building exterior', 'Building name or number', part).field_value,
    ),
  }
}
