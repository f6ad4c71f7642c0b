import { expect } from 'vitest'
import { openAs } from '../open-as.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { form } from '../screens/form.ts'
import { test } from './fixtures.ts'

// Safari takes what came of a file before the connection broke for the whole, where nothing says how long it is.
test('a file of the program of which half came is asked for once more, and what is typed is sent', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  const { page, link } = await visit('phone')
  await openAs(page, surveyor, '/dashboard')
  await page.getByText('Hill House').first().waitFor()
  // Part of what sends, and so small that the build compresses it not.
  const file = '/assets/quiet-'
  const calls = () => link.log.filter((line) => line.endsWith('.js') && line.includes(file)).length
  link.cutOff(file)
  await page.goto(formAddress(survey))
  await form(page).input('Property name').fill('Hill Manor')
  // The line calls what is sent quickly 'On the server' all along.
  const arrived = async () =>
    answerOf(await readSurvey(surveyor, survey.id), 'Property and visit', 'Property name').field_value
  await expect.poll(arrived, { timeout: 90_000 }).toBe('Hill Manor')
  await form(page)
    .syncLine.getByText(/On the server/)
    .waitFor()
  // It still has that name. Only Safari asks for it again on another page.
  expect(calls()).toBeGreaterThan(0)
})
