import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { photo } from '../pictures.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { form } from '../screens/form.ts'
import { media } from '../screens/media.ts'

const section = 'Property and visit'

/** A tap that opens the camera, and a picture taken with it; gives how often the finger came down, the camera's own with it. */
async function shoot(page: Page, tap: () => Promise<void>, seed: number): Promise<number> {
  const camera = page.waitForEvent('filechooser')
  let taps = 0
  const press = async (what: () => Promise<void>) => {
    await what()
    taps += 1
  }
  await press(tap)
  const shutter = await camera
  await press(async () => shutter.setFiles([await photo(`IMG_${seed}.jpg`, seed)]))
  return taps
}

test('a photo is two taps beside the camera; shots of one opened dialog are one upload, each seen in it', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  const page = await visit('phone')
  await openAs(page, surveyor, formAddress(survey))
  await form(page).heading(section).waitFor()
  // It was allowed once on this device.
  await page.evaluate(() => localStorage.setItem('media-access', 'camera gallery'))
  const field = media(page, 'Overview')
  const dialog = page.getByRole('dialog', { name: 'Photos and videos: Overview' })
  const inField = page.getByRole('button', { name: 'Take a photo Overview', exact: true })
  const stored = async () => answerOf(await readSurvey(surveyor, survey.id), section, 'Overview')

  // First the camera, then the note.
  const [camera, note] = [await inField.boundingBox(), await form(page).input('Overview').boundingBox()]
  expect(camera?.y).toBeLessThan(note?.y ?? 0)

  expect(await shoot(page, () => inField.tap(), 1)).toBe(2)
  await field.dialog.waitFor()
  await expect.poll(() => field.queue.count()).toBe(1)
  const next = dialog.getByRole('button', { name: 'Take a photo', exact: true })
  for (const seed of [2, 3]) {
    // The camera is another app: to the page its end is a return.
    await page.evaluate(() => {
      window.dispatchEvent(new Event('focus'))
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await shoot(page, () => next.tap(), seed)
    await expect.poll(() => field.queue.count()).toBe(seed)
  }
  // The second one is blurred.
  await shoot(page, () => dialog.getByRole('button', { name: 'Retake IMG_2.jpg' }).tap(), 4)
  const names = () => field.queue.locator('bdi').allTextContents()
  await expect.poll(names).toEqual(['IMG_1.jpg', 'IMG_3.jpg', 'IMG_4.jpg'])
  const drawn = () =>
    field.queue
      .locator('img')
      .evaluateAll((images) => images.filter((one) => (one as HTMLImageElement).naturalWidth > 0).length)
  await expect.poll(drawn).toBe(3)
  expect((await stored()).photos).toEqual([])

  await dialog.getByRole('button', { name: 'Close' }).first().tap()
  await field.said.getByText('Upload the files or remove them first.').waitFor()
  await dialog.getByRole('button', { name: 'Upload 3 files', exact: true }).tap()
  await field.uploaded()
  const { photos } = await stored()
  expect(photos.length).toBe(3)
  expect(new Set(photos.map(({ media_id }) => media_id)).size).toBe(1)

  // Each is described beside its picture, from one to the next.
  await page
    .getByRole('button', { name: /^Description and delete/ })
    .first()
    .tap()
  const described = page.getByRole('dialog')
  const text = described.getByRole('textbox', { name: 'Description' })
  await described.getByText('1 of 3', { exact: true }).waitFor()
  const picture = described.getByRole('img', { name: /^Photo / })
  await expect
    .poll(() => picture.evaluate((node) => (node as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  await text.fill('Front gate')
  await described.getByRole('button', { name: 'Next photo or video' }).tap()
  await described.getByText('2 of 3', { exact: true }).waitFor()
  expect(await text.inputValue()).toBe('')
  await text.fill('Mailboxes')
  await described.getByRole('button', { name: 'Previous photo or video' }).tap()
  await expect.poll(() => text.inputValue()).toBe('Front gate')
  const words = async () => (await stored()).photos.map(({ description }) => description)
  await expect.poll(words).toEqual(['Front gate', 'Mailboxes', ''])
})

test('shots that nobody sent go when the page is left', async ({ visit, surveyor }) => {
  const survey = await startSurvey(surveyor)
  const page = await visit('phone')
  await openAs(page, surveyor, formAddress(survey))
  await form(page).heading(section).waitFor()
  await page.evaluate(() => localStorage.setItem('media-access', 'camera gallery'))
  await shoot(page, () => page.getByRole('button', { name: 'Take a photo Overview', exact: true }).tap(), 1)
  await expect.poll(() => media(page, 'Overview').queue.count()).toBe(1)
  await page.goto('/dashboard')
  const stored = async () => answerOf(await readSurvey(surveyor, survey.id), section, 'Overview')
  await expect.poll(async () => (await stored()).photos.length, { timeout: 90_000 }).toBe(1)
})
