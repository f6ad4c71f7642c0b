import { expect } from 'vitest'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { readSurvey } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { form } from '../screens/form.ts'

const name = 'Sample: Harbor Point Lofts'

test('a new account opens the sample survey with a plan, unchecked copies and a conflict, and deletes it', async ({
  visit,
  surveyor,
}) => {
  const page = await visit('phone')
  await openAs(page, surveyor, '/dashboard')
  const open = page.getByRole('button', { name: 'Open the sample survey' })
  await open.waitFor()
  await page.context().setOffline(true)
  await open.tap()
  await page.getByRole('alert').getByText('You need a network connection').waitFor()
  await page.context().setOffline(false)

  await open.tap()
  const fields = form(page)
  // Validating a dozen pictures takes a busy machine long.
  await fields.heading('Property Info').waitFor({ timeout: 120_000 })
  const id = page.url().split('/').at(-2) ?? ''
  const survey = await readSurvey(surveyor, id)
  expect(survey.survey_name).toBe(name)

  // Two people measured one room.
  const asks = page.getByText('1 answer was also changed by someone else')
  await asks.waitFor()
  await page.getByRole('button', { name: 'Show', exact: true }).first().tap()
  await page.getByText('12 x 9 x 8 ft').first().waitFor()
  await page.getByRole('button', { name: /^Keep mine/ }).tap()
  await asks.waitFor({ state: 'hidden' })

  // One unit is an unchecked copy of another.
  await page.goto(`/survey?surveyId=${id}`)
  await fields.heading('MDF Info').waitFor()
  await fields.next('IDF detail info')
  await fields.next('Unit Survey')
  await page.getByRole('heading', { level: 3, name: /^205/ }).getByRole('button').first().tap()
  await page
    .getByRole('button', { name: /^Confirm all/ })
    .first()
    .waitFor()

  // It is a survey like any other, and is not recreated unasked.
  const list = dashboard(page)
  await list.open()
  await page.getByText('210 Wharf Street').first().waitFor()
  await list.choose('Delete', name)
  await list.dialog.getByRole('button', { name: 'Yes', exact: true }).click()
  await list.dialog.getByText('has been removed successfully').waitFor()
  await list.closeDialog()
  await open.waitFor()
  await page.reload()
  await open.waitFor()
})
