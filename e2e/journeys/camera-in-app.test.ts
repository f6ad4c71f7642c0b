import { expect } from 'vitest'
import { openWholeChromium, sizes } from '../chromium.ts'
import { test } from '../fixtures.ts'
import { openAs } from '../open-as.ts'
import { photo } from '../pictures.ts'
import { answerOf, formAddress, readSurvey, startSurvey } from '../scene.ts'
import { form } from '../screens/form.ts'
import { media } from '../screens/media.ts'

const section = 'Property and visit'

test('one photo after the other without leaving the camera, each kept before the next; a photo is turned', async ({
  site,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  const chrome = await openWholeChromium(['--use-fake-device-for-media-stream'])
  try {
    const context = await chrome.newContext({
      baseURL: site.address,
      ...sizes.phone,
      permissions: ['camera'],
    })
    const page = await context.newPage()
    await openAs(page, surveyor, formAddress(survey))
    await form(page).heading(section).waitFor()
    await page.evaluate(() => localStorage.setItem('media-access', 'camera gallery'))
    const field = media(page, 'Overview')
    const dialog = page.getByRole('dialog', { name: 'Photos and videos: Overview' })
    await field.open()
    await dialog.getByRole('button', { name: 'Take several photos' }).tap()
    const camera = page.getByRole('dialog', { name: 'Take several photos' })
    await camera.waitFor()
    // Each is kept here, with network or without.
    await context.setOffline(true)
    const shutter = camera.getByRole('button', { name: 'Take the photo' })
    for (const count of [1, 2, 3]) {
      await expect.poll(() => shutter.getAttribute('aria-disabled')).toBe('false')
      await shutter.tap()
      await camera.getByText(count === 1 ? '1 photo' : `${count} photos`, { exact: true }).waitFor()
    }
    await camera.getByRole('button', { name: 'Done' }).tap()
    await camera.waitFor({ state: 'hidden' })
    await expect.poll(() => field.queue.count()).toBe(3)
    await context.setOffline(false)
    // Sent by hand, or by themselves where nobody takes more.
    await page.goto('/dashboard')
    const stored = async () => answerOf(await readSurvey(surveyor, survey.id), section, 'Overview')
    await expect.poll(async () => (await stored()).photos.length, { timeout: 120_000 }).toBe(3)
  } finally {
    await chrome.close()
  }
})

test('where the camera is not given to pages, the device’s own is offered; a photo that waits is turned', async ({
  visit,
  surveyor,
}) => {
  const survey = await startSurvey(surveyor)
  const page = await visit('phone')
  await openAs(page, surveyor, formAddress(survey))
  await form(page).heading(section).waitFor()
  await page.evaluate(() => localStorage.setItem('media-access', 'camera gallery'))
  const field = media(page, 'Overview')
  const dialog = page.getByRole('dialog', { name: 'Photos and videos: Overview' })
  await field.open()
  await dialog.getByRole('button', { name: 'Take several photos' }).tap()
  const camera = page.getByRole('dialog', { name: 'Take several photos' })
  const system = page.waitForEvent('filechooser')
  await camera.getByRole('button', { name: 'Use the device’s camera' }).tap()
  await (await system).setFiles([await photo('IMG_1.jpg', 1)])
  await expect.poll(() => field.queue.count()).toBe(1)
  const shape = () =>
    field.queue.locator('img').evaluate((one) => {
      const { naturalWidth: width, naturalHeight: height } = one as HTMLImageElement
      return width === 0 ? 'none' : width > height ? 'wide' : 'tall'
    })
  await expect.poll(shape).not.toBe('none')
  const before = await shape()
  await field.queue.getByRole('textbox').fill('Front gate')
  await dialog.getByRole('button', { name: 'Rotate IMG_1.jpg' }).tap()
  await expect.poll(shape).toBe(before === 'wide' ? 'tall' : 'wide')
  await dialog.getByRole('button', { name: 'Upload 1 file' }).tap()
  await field.uploaded()
  const stored = async () => answerOf(await readSurvey(surveyor, survey.id), section, 'Overview')
  const [sent] = (await stored()).photos
  expect((sent?.width ?? 0) > (sent?.height ?? 0) ? 'wide' : 'tall').toBe(before === 'wide' ? 'tall' : 'wide')
  expect(sent?.description).toBe('Front gate')
})
