import { expect } from 'vitest'
import { openAs } from '../open-as.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { form } from '../screens/form.ts'
import { test } from './fixtures.ts'

// Safari accepts a truncated file as complete if the response has no length.
test('a truncated program file is fetched again, and typed text is sent', async ({ visit, surveyor }) => {
  const survey = await startSurvey(surveyor)
  const { page, link } = await visit('phone')
  await openAs(page, surveyor, '/dashboard')
  await page.getByText('Hill House').first().waitFor()
  // Part of the code that sends, and too small to be compressed by the build.
  const file = '/assets/reload-safety-'
  const calls = () => link.log.filter((line) => line.endsWith('.js') && line.includes(file)).length
  link.cutOff(file)
  await page.goto(formAddress(survey))
  await form(page).input('Property name').fill('Hill Manor')
  // Fast sends never change the line from 'On the server'.
  const arrived = async () =>
    answerOf(await readSurvey(surveyor, survey.id), 'Property and visit', 'Property name').field_value
  await expect.poll(arrived, { timeout: 90_000 }).toBe('Hill Manor')
  await form(page)
    .syncLine.getByText(/On the server/)
    .waitFor()
  // Ensures that the file still has this name. Only Safari fetches it again on another page.
  expect(calls()).toBeGreaterThan(0)
})
