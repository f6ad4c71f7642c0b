import { expect, inject } from 'vitest'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { logIn } from '../screens/entry.ts'
import { form } from '../screens/form.ts'
import { isSoak } from '../sizes.ts'
import { test } from './fixtures.ts'

/** Only WebKit was ever seen to hang, after nine of them at most. */
const rounds = inject('engine') === 'webkit' || isSoak ? 8 : 4

/**
 * Each way to leave freezes a page with what it was just doing, and WebKit has later pages wait behind it: without what
 * `page-lifecycle.ts` does the store was dead after one to nine rounds.
 */
test('to and fro between form and dashboard by address, back and forward, typing until the last moment: nothing hangs and nothing is lost', async ({
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
    // As it was left, and not the skeleton or the words of an earlier round.
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
