import { expect, inject } from 'vitest'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { logIn } from '../screens/entry.ts'
import { form } from '../screens/form.ts'
import { isSoak } from '../sizes.ts'
import { test } from './fixtures.ts'

/** Only WebKit ever hung, after at most nine rounds. */
const rounds = inject('engine') === 'webkit' || isSoak ? 8 : 4

/**
 * Leaving freezes a page with its pending work, and WebKit makes later pages wait for it: without
 * `page-lifecycle.ts`, the store was blocked after one to nine rounds.
 */
test('switching between form and dashboard by address, back and forward while typing neither hangs nor loses text', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  const { page } = await visit('phone')
  const fields = form(page)
  const input = fields.input('Property name')
  const listed = dashboard(page).surveys.getByText('Hill House').first()
  await logIn(page, surveyor)
  let typed = ''
  const typeOn = async () => {
    // The latest text, not the skeleton or an earlier round's text.
    await expect.poll(() => input.inputValue()).toBe(typed)
    typed = `${typed} word`.trim()
    await input.fill(typed)
  }
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(formAddress(survey))
    await typeOn()
    await page.goto('/dashboard')
    await listed.waitFor()
  }
  for (let round = 0; round < rounds / 2; round += 1) {
    await page.goBack()
    await typeOn()
    await page.goForward()
    await listed.waitFor()
  }
  await page.goto(formAddress(survey))
  await expect.poll(() => input.inputValue()).toBe(typed)
  await expect.poll(() => fields.syncLine.textContent()).toMatch(/On the server/)
  const read = await readSurvey(surveyor, survey.id)
  expect(answerOf(read, 'Property and visit', 'Property name').field_value).toBe(typed)
})
