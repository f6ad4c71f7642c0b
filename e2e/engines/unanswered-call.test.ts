import { expect } from 'vitest'
import { autoSave } from '#contract/surveys/surveys.ts'
import { openAs } from '../open-as.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { form } from '../screens/form.ts'
import { test } from './fixtures.ts'

test('a save without a reply times out and is sent again', async ({ visit, surveyor }) => {
  const survey = await startSurvey(surveyor)
  const { page, link } = await visit('phone')
  await openAs(page, surveyor, formAddress(survey))
  await form(page).input('Property name').fill('Hill')
  await form(page)
    .syncLine.getByText(/On the server/)
    .waitFor()
  link.swallow(autoSave.path)
  await form(page).input('Property name').fill('Hill House')
  await expect.poll(() => link.log.some((line) => line.endsWith('swallowed'))).toBe(true)
  await page.evaluate(fillMemory)
  await expect
    .poll(
      async () =>
        answerOf(await readSurvey(surveyor, survey.id), 'Property and visit', 'Property name').field_value,
      { timeout: 60_000 },
    )
    .toBe('Hill House')
  await form(page)
    .syncLine.getByText(/On the server/)
    .waitFor()
})

/** Runs in the page: allocates until unreferenced objects have been collected. */
async function fillMemory(): Promise<void> {
  const kept: { garbage?: unknown } = {}
  for (let round = 0; round < 40; round++) {
    kept.garbage = Array.from({ length: 20_000 }, (_, place) => ({ text: `garbage ${place}` }))
    await new Promise((resolve) => setTimeout(resolve))
  }
}
