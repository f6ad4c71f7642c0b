import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { SurveyDetail } from '#contract/surveys/surveys.ts'
import type { Size } from '../chromium.ts'
import type { Locator } from '../engines/page.ts'
import { test } from '../fixtures.ts'
import { addPlanTo, planPng } from '../long-names.ts'
import { openAs } from '../open-as.ts'
import { attachPhoto, formAddress, inspection, startSurvey } from '../scene.ts'
import { drawing } from '../screens/drawing.ts'
import { form } from '../screens/form.ts'
import { media } from '../screens/media.ts'
import { plans } from '../screens/plans.ts'
import type { Surveyor } from '../site.ts'
import { usually } from '../sizes.ts'
import { pressAt } from '../touch.ts'

const photo = { width: 1200, height: 900 }

/** Creates a survey with a photo, through the API. */
async function withPhoto(surveyor: Surveyor): Promise<SurveyDetail> {
  const survey = await startSurvey(surveyor)
  const { name, mimeType, buffer } = await planPng('gate.png')
  await attachPhoto(surveyor, survey, { name, mimeType, buffer })
  return survey
}

/** Opens the form from the dashboard, so that there is a screen to go back to. */
async function openForm(page: Page, surveyor: Surveyor, survey: SurveyDetail): Promise<void> {
  await openAs(page, surveyor, '/dashboard')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.goto(formAddress(survey))
  await form(page).heading('Property and visit').waitFor()
}

describe.each<Size>(usually('phone'))('on a %s', (size) => {
  test('one step back closes the top layer, and the next leaves the screen', async ({ visit, surveyor }) => {
    const survey = await withPhoto(surveyor)
    const page = await visit(size)
    await openForm(page, surveyor, survey)
    const { pathname } = new URL(page.url())
    const length = await page.evaluate(() => history.length)
    const shut = async (what: Locator) => {
      await what.first().waitFor()
      // Its history entry is added a moment later.
      await expect.poll(() => page.evaluate(() => history.state.layers)).toBe(1)
      await page.goBack()
      await what.first().waitFor({ state: 'hidden' })
      await expect.poll(() => page.evaluate(() => history.state.layers)).toBeUndefined()
      expect(new URL(page.url()).pathname).toBe(pathname)
    }
    const field = media(page, 'Overview')
    await field.add.click()
    await shut(field.dialog)
    await field.edit.first().click()
    await shut(page.getByRole('dialog', { name: /^Photo / }))
    await field.photos.first().click()
    await shut(page.locator('.yarl__portal'))
    await page.getByRole('button', { name: 'People in Hill House' }).click()
    await shut(page.getByRole('dialog'))
    if (size === 'phone') {
      await page.getByRole('button', { name: /^Section 1 of/ }).click()
      await shut(page.getByRole('dialog'))
      await page.getByRole('button', { name: 'Search anywhere in the survey report' }).click()
      await shut(page.getByRole('dialog'))
    }
    // Closed by its own button, its entry is removed too, and going forward opens nothing.
    await field.add.click()
    await expect.poll(() => page.evaluate(() => history.state.layers)).toBe(1)
    await field.close.click()
    await expect.poll(() => page.evaluate(() => history.state.layers)).toBeUndefined()
    await page.evaluate(() => history.forward())
    await expect.poll(() => page.evaluate(() => history.state.layers)).toBeUndefined()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await page.evaluate(() => history.length)).toBe(length + 1)
    await page.goBack()
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  })

  test('unsaved drawings and text ask before closing, and survive a reload', async ({ visit, surveyor }) => {
    const survey = await withPhoto(surveyor)
    const page = await visit(size)
    await openForm(page, surveyor, survey)
    const field = media(page, 'Overview')
    const pen = drawing(page, photo)
    await pen.open(field.edit.first())
    await pen.drag('Line', [0.2, 0.3], [0.8, 0.3])
    await pen.shape('Line 1: Red').waitFor()
    await page.goBack()
    await page.getByRole('dialog').getByText('Discard your drawing?').waitFor()
    await page.goBack()
    await page.getByText('Discard your drawing?').waitFor({ state: 'hidden' })
    await pen.shape('Line 1: Red').waitFor()
    await page.reload()
    await form(page).heading('Property and visit').waitFor()
    await pen.open(field.edit.first())
    await pen.shape('Line 1: Red').waitFor()
    await pen.cancel.click()
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await pen.editor.waitFor({ state: 'hidden' })

    await field.edit.first().click()
    const description = page.getByRole('dialog').getByRole('textbox', { name: /^Caption of/ })
    await description.fill('Gate, rusty')
    await page.goBack()
    await description.waitFor({ state: 'hidden' })
    await page.reload()
    await form(page).heading('Property and visit').waitFor()
    await field.edit.first().click()
    await expect.poll(() => description.inputValue()).toBe('Gate, rusty')
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
    await expect.poll(() => field.captions.first().inputValue()).toBe('Gate, rusty')
  })

  test('the second tap of a double tap neither closes nor answers what the first one opened', async ({
    visit,
    surveyor,
  }) => {
    const page = await visit(size)
    await openAs(page, surveyor, '/dashboard')
    const create = await page.getByRole('button', { name: 'Create survey' }).first().boundingBox()
    if (!create) throw new Error('Nothing to press')
    const place = { x: create.x + create.width / 2, y: create.y + create.height / 2 }
    await pressAt(page, place)
    await pressAt(page, place)
    const dialog = page.getByRole('dialog', { name: 'Choose a survey template' })
    await dialog.getByRole('button', { name: inspection }).click()
    await page.getByLabel('Survey Name').waitFor()
  })

  test('a tap on a plan opens the question and chooses nothing', async ({ visit, surveyor }) => {
    const survey = await startSurvey(surveyor)
    await addPlanTo(surveyor, survey.id, 'Level 2')
    const page = await visit(size)
    await openAs(page, surveyor, `/survey-plans/${survey.id}`)
    const shown = plans(page)
    await shown.open('Level 2')
    // Tap along the plan's whole height, wherever the list appears.
    for (const y of [0.15, 0.35, 0.55, 0.75, 0.95]) {
      await shown.tap('Level 2', 0.5, y)
      const question = shown.dialog.getByText('What is here?')
      await question.waitFor()
      await expect.poll(() => page.evaluate(() => history.state.layers)).toBe(1)
      await page.goBack()
      await question.waitFor({ state: 'hidden' })
    }
    // A choice would have closed the question, and going back would have left the plan.
    await shown.picture('Level 2').waitFor()
    expect(await shown.rows.count()).toBe(0)
  })

  test('a text on a photo starts at the tap, ready for typing', async ({ visit, surveyor }) => {
    const survey = await withPhoto(surveyor)
    const page = await visit(size)
    await openForm(page, surveyor, survey)
    const pen = drawing(page, photo)
    await pen.open(media(page, 'Overview').edit.first())
    await pen.choose('Text')
    await pressAt(page, await pen.at([0.2, 0.2]))
    await pen.text.waitFor()
    await expect.poll(() => pen.text.evaluate((node) => node === document.activeElement)).toBe(true)
    await page.keyboard.type('Leak')
    await pen.shape('Text 1: “Leak”').waitFor()
  })
})
