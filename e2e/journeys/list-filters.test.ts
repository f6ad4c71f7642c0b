import { expect } from 'vitest'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { form } from '../screens/form.ts'

test('template, person and address filter the list, and returning restores it', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor, { name: 'Riverside Court' })
  for (const name of ['Hill 1', 'Hill 2']) await startSurvey(surveyor, { name })
  const page = await visit('desktop')
  await openAs(page, surveyor, formAddress(survey))
  await form(page).heading('Property and visit').waitFor()
  await form(page).input('Address').fill('12 Café Street')
  const stored = async () => answerOf(await readSurvey(surveyor, survey.id), 'Property and visit', 'Address')
  await expect.poll(async () => (await stored()).field_value).toBe('12 Café Street')

  const list = dashboard(page)
  await page.getByRole('link', { name: 'Back to the dashboard' }).click()
  await list.heading.waitFor()
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByRole('searchbox', { name: 'Address' }).fill('cafe')
  const rows = list.surveys.getByRole('link', { name: /^(Riverside|Hill)/ })
  await expect.poll(() => rows.count()).toBe(1)
  expect(await rows.first().textContent()).toContain('Riverside Court')
  await page.getByRole('searchbox', { name: 'Address' }).fill('')
  await page.getByRole('combobox', { name: 'Template' }).selectOption('General property inspection')
  await page.getByRole('combobox', { name: 'Created by' }).selectOption({ index: 1 })
  await expect.poll(() => rows.count()).toBe(3)
  const address = page.url()
  expect(address).toContain('template=General')

  // Into a survey and back by the form's own link.
  await list.choose('Edit', 'Hill 1')
  await form(page).heading('Property and visit').waitFor()
  await page.getByRole('link', { name: 'Back to the dashboard' }).click()
  await expect.poll(() => page.url()).toBe(address)
  await expect.poll(() => rows.count()).toBe(3)
})
