import { expect } from 'vitest'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { formAddress, startSurvey } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { form } from '../screens/form.ts'
import { media } from '../screens/media.ts'

test('a survey opens in a new tab, its name opens the details, the calendar marks today', async ({
  visit,
  surveyor,
}) => {
  await startSurvey(surveyor, { name: 'Café Pâris' })
  const page = await visit('desktop')
  await openAs(page, surveyor, '/dashboard')
  const board = dashboard(page)
  const name = page.getByRole('link', { name: 'Café Pâris' })
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    name.click({ modifiers: ['ControlOrMeta'] }),
  ])
  await form(tab).heading('Property and visit').waitFor()
  expect(await board.dialog.count()).toBe(0)
  await board.search.fill('cafe paris')
  // The count was 1 before too: once the search is done, it is in the address and adds no history entry.
  await page.waitForURL(/search=cafe/)
  await board.surveys.getByText('1 survey', { exact: true }).waitFor()
  await name.click()
  await board.dialog.getByText('Café Pâris', { exact: true }).first().waitFor()
  // The dialog's history entry is added a moment later, faster than any user.
  await expect.poll(() => page.evaluate(() => history.state.layers)).toBe(1)
  await page.goBack()
  await board.dialog.waitFor({ state: 'hidden' })
  await board.heading.waitFor()
  await board.dates.click()
  const today = page.locator('button[data-today][data-highlight-today]')
  await today.waitFor()
  expect((await today.textContent())?.trim()).toBe(await page.evaluate(() => String(new Date().getDate())))
})

test('on a phone one step back closes the calendar', async ({ visit, surveyor }) => {
  await startSurvey(surveyor)
  const page = await visit('phone')
  await openAs(page, surveyor, '/dashboard')
  const board = dashboard(page)
  await page.getByRole('button', { name: 'Filters' }).tap()
  await board.dates.click()
  const calendar = page.getByRole('dialog', { name: 'Created between' })
  await calendar.waitFor()
  await expect.poll(() => page.evaluate(() => history.state.layers)).toBe(1)
  await page.goBack()
  await calendar.waitFor({ state: 'hidden' })
  await board.heading.waitFor()
})

test('pastes a screenshot into a field and its dialog; dropping a file elsewhere has no effect', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  const page = await visit('desktop')
  await openAs(page, surveyor, formAddress(survey))
  await form(page).heading('Property and visit').waitFor()
  const field = media(page, 'Overview')
  const paste = () => page.evaluate(pasteScreenshot)
  await field.add.focus()
  await paste()
  await field.dialog.waitFor()
  await expect.poll(() => field.queue.count()).toBe(1)
  await paste()
  await expect.poll(() => field.queue.count()).toBe(2)
  await field.upload.click()
  await field.uploaded()
  await expect.poll(() => field.photos.count()).toBe(2)
  expect(await page.evaluate(dropFile)).toEqual(['dragover', 'drop'])
})

test('a phone in landscape with an open keyboard still shows search results', async ({ visit, surveyor }) => {
  const survey = await startSurvey(surveyor)
  const page = await visit('phone', { viewport: { width: 844, height: 180 } })
  await openAs(page, surveyor, formAddress(survey))
  await page.getByRole('button', { name: /^Section 1 of/ }).click()
  const box = page.getByRole('dialog').getByRole('combobox', { name: 'Jump to specific section' })
  await box.fill('Building')
  const found = page.getByRole('dialog').getByRole('option').first()
  await found.waitFor()
  await expect
    .poll(async () => {
      const at = await found.boundingBox()
      return at ? at.y + at.height : Number.POSITIVE_INFINITY
    })
    .toBeLessThanOrEqual(180)
})

/** Runs in the page: simulates pasting a picture. */
async function pasteScreenshot(): Promise<void> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 48 })
  canvas.getContext('2d')?.fillRect(0, 0, 20, Math.round(Math.random() * 40) + 1)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  const clipboardData = new DataTransfer()
  clipboardData.items.add(new File(blob ? [blob] : [], 'image.png', { type: 'image/png' }))
  const target = document.activeElement ?? document.body
  target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

/** Runs in the page: returns the default-prevented events of dropping a file. */
function dropFile(): readonly string[] {
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File(['x'], 'plan.png', { type: 'image/png' }))
  return ['dragover', 'drop'].filter(
    (type) =>
      !document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })),
  )
}
