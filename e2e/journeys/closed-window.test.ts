import { expect } from 'vitest'
import { describedOnDevice } from '../described.ts'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { photo } from '../pictures.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { form } from '../screens/form.ts'
import { media } from '../screens/media.ts'

// Chromium does not reveal private windows, so it answers like Firefox and Safari here.
test('a private window warns at the login, and asks before closing with unsent work', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  const page = await visit('phone')
  await page.addInitScript(() => {
    navigator.storage.getDirectory = () => Promise.reject(new DOMException('', 'SecurityError'))
  })
  await page.goto('/')
  await page
    .getByText(/^This looks like a private window: work that is not on the server yet is lost/)
    .waitFor()

  await openAs(page, surveyor, formAddress(survey))
  await form(page).input('Property name').fill('Hill House')
  await form(page)
    .syncLine.getByText(/On the server/)
    .waitFor()
  await expect.poll(() => page.evaluate(hasBar)).toBe(true)
  await page.context().setOffline(true)
  await form(page).input('Address').fill('12 Ridge Road')
  await form(page)
    .syncLine.getByText(/on this device/)
    .waitFor()
  // The question is armed a moment after the change is stored; without it the page closes.
  await expect.poll(() => page.evaluate(asksBeforeClosing)).toBe(true)
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  expect(await form(page).input('Address').inputValue()).toBe('12 Ridge Road')

  await page.context().setOffline(false)
  await form(page)
    .syncLine.getByText(/On the server/)
    .waitFor()
  await expect.poll(() => page.evaluate(asksBeforeClosing)).toBe(false)
})

function asksBeforeClosing(): boolean {
  return !dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

/** The bar's code is loaded; offline it would not load. */
function hasBar(): boolean {
  return performance.getEntriesByType('resource').some(({ name }) => name.includes('storage-bar'))
}

test('files picked on a wide screen survive the tab and are offered again', async ({ visit, surveyor }) => {
  const survey = await startSurvey(surveyor)
  const page = await visit('desktop')
  await openAs(page, surveyor, formAddress(survey))
  const field = media(page, 'Overview')
  await field.open()
  await field.choose([await photo('gate.jpg', 1), await photo('door.jpg', 2)])
  await field.queue.filter({ hasText: 'Ready to upload' }).nth(1).waitFor()
  await page.getByRole('textbox', { name: /gate\.jpg/ }).fill('Front gate')
  await expect.poll(() => describedOnDevice(page)).toContain('Front gate')

  const other = await page.context().newPage()
  await page.close()
  await other.goto(formAddress(survey))
  const again = media(other, 'Overview')
  const stored = async () => answerOf(await readSurvey(surveyor, survey.id), 'Property and visit', 'Overview')
  // An answer overtakes them, and no file was uploaded automatically.
  await form(other).input('Property name').fill('Hill House')
  await expect
    .poll(async () => {
      const { field_value } = answerOf(
        await readSurvey(surveyor, survey.id),
        'Property and visit',
        'Property name',
      )
      return field_value
    })
    .toBe('Hill House')
  expect((await stored()).photos).toEqual([])
  await again.open()
  await again.dialog.getByRole('button', { name: 'Upload 2 files', exact: true }).click()
  await again.uploaded()
  await expect.poll(async () => (await stored()).photos.length).toBe(2)
  const { photos } = await stored()
  expect(photos.map(({ description }) => description)).toEqual(['Front gate', ''])
  expect(new Set(photos.map(({ media_id }) => media_id)).size).toBe(1)
})
